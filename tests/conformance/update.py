"""Write `docs/conformance.md`: `python -m tests.conformance.update`."""

from tests.conformance.table import PAGE, page


def main() -> None:
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
