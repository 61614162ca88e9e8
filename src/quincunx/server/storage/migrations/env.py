"""Alembic's entry: migrations run inside the transaction that `database.migrate` has begun."""

from alembic import context

from quincunx.server.storage.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
