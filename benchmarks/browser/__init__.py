"""The browser beside native kernels, in one run: the same answers, and how fast; the site's size and times."""
