"""Analyses outlive the server that made them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("moves", sa.String(64), nullable=False),
        sa.Column("judgements", sa.Text, nullable=False),
    )
