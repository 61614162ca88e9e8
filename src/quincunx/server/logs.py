"""How the server writes its log."""

import json
import logging

from quincunx.server.settings import Settings


class JsonLines(logging.Formatter):
    """One JSON object per line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": self.formatTime(record), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class TextLines(logging.Formatter):
    """One line per message: a path with a line break in it must not look like a second one."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in record.message)
        return super().formatMessage(record)


def start_logging(settings: Settings) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if settings.log_format == "json" else TextLines())
    for name, level in {"quincunx": settings.log_level.upper(), "uvicorn": "WARNING", "asyncio": "WARNING"}.items():
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    requests = logging.getLogger("quincunx.requests")
    if settings.log_format == "text" and settings.log_level != "debug":
        requests.setLevel("WARNING")  # a person at a terminal only wants to know about problems
