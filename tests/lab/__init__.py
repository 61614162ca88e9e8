"""The playtest lab from its commands. Playing, judging, searching and reporting have folders of their own."""
