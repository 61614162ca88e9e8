"""What counts in tables is decided when a match is made: first tries, and matches that were not begun elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("address", sa.String(64), nullable=False, server_default=sa.text("''")))
    op.add_column("matches", sa.Column("first_try", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("matches", sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_index("ix_matches_address", "matches", ["address", "game", "seed"])
