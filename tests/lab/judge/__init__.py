"""The lab's metrics, statistics and verdicts."""
