"""The web side: middleware, refusals as HTTP answers, static files, the shapes of requests and answers.

The routes themselves are in `api`.
"""
