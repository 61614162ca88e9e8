"""The database: tables, connections, migrations, the one writer, and the queries. It decides nothing about a match."""
