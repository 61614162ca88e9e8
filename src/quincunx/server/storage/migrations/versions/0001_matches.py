"""Matches, their logs, and the tokens of their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("founding", sa.Text, nullable=False),
        sa.Column("variant", sa.String(512), nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("client", sa.String(64), nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("daily", sa.String(8)),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("result", sa.String(8)),
        sa.Column("outcome", sa.String(16)),
        sa.Column("level", sa.String(16)),
        sa.Column("assisted", sa.Boolean, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("our_turn", sa.Boolean, nullable=False),
        sa.Column("thinker", sa.String(32)),
        sa.Column("thinker_until", sa.BigInteger),
    )
    for name, columns in {
        "our_turn": ["our_turn", "thinker_until"],
        "deadline": ["deadline"],
        "recent": ["public", "updated_at"],
        "scores": ["game", "variant", "status", "ply"],
        "seed": ["client", "game", "seed"],
        "idle": ["status", "updated_at"],
    }.items():
        op.create_index(f"ix_matches_{name}", "matches", columns)
    op.create_table(
        "actions",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
    )
    op.create_index("ix_tokens_match", "tokens", ["match_id"])
