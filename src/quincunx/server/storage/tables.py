"""The tables: matches with their logs, the tokens of their seats, analyses, and what servers keep for themselves.

`actions` is only ever added to. The columns of `matches` below `founding` are a summary of the log for lists and
statistics, updated in the transaction that appends to it. No decision depends on them.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
    true,
)

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
}
metadata = MetaData(naming_convention=NAMES)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("founding", Text, nullable=False),
    Column("variant", String(512), nullable=False),  # the key of scores: the preset's name, or the options as JSON
    Column("seed", BigInteger, nullable=False),
    Column("client", String(64), nullable=False),
    Column("mode", String(8), nullable=False),
    Column("address", String(64), nullable=False, server_default=text("''")),  # a digest of the address and the day
    Column("first_try", Boolean, nullable=False, server_default=true()),
    Column("counts", Boolean, nullable=False, server_default=true()),  # whether it was not begun elsewhere
    Column("daily", String(8)),
    Column("public", Boolean, nullable=False),
    Column("number", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("result", String(8)),
    Column("outcome", String(16)),
    Column("level", String(16)),
    Column("assisted", Boolean, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("deadline", BigInteger),  # when the running clock will be empty
    Column("our_turn", Boolean, nullable=False),  # whether an AI player is to move
    Column("thinker", String(32)),  # the process whose AI player thinks
    Column("thinker_until", BigInteger),
    Index("ix_matches_our_turn", "our_turn", "thinker_until"),
    Index("ix_matches_deadline", "deadline"),
    Index("ix_matches_recent", "public", "updated_at"),
    Index("ix_matches_scores", "game", "variant", "status", "ply"),
    Index("ix_matches_seed", "client", "game", "seed"),
    Index("ix_matches_address", "address", "game", "seed"),
    Index("ix_matches_idle", "status", "updated_at"),
)

actions = Table(
    "actions",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # seat, creator or invite
    Index("ix_tokens_match", "match_id"),
)

analyses = Table(
    "analyses",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("moves", String(64), nullable=False),  # a digest of the moves that were judged
    Column("judgements", Text, nullable=False),
)
"""The latest analysis of each match. It can be made again from the log at any time, so exports leave it out."""

server_values = Table(
    "server_values",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the servers of this database share: the secret behind daily seeds, and the last check that writing works."""
