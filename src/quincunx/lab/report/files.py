"""The files of a report, in the folder of its run. They have a module of their own because a server that lists reports
does without the packages that write them."""

HTML, MARKDOWN, SUMMARY = "report.html", "report.md", "summary.json"
PLOTS = "plotly.min.js"
"""The library that draws plots, beside the folders of reports that share it."""
