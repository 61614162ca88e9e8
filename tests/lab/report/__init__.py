"""The lab's reports and notebooks."""
