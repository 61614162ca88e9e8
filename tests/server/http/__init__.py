"""The API: the catalogue, requests and refusals, OpenAPI, live messages, security."""
