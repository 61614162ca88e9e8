#!/bin/sh
# Run once by the image of PostgreSQL, in an empty database: Quincunx gets a role and a database of its own, and nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$QUINCUNX_DATABASE_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE quincunx LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE quincunx OWNER quincunx;
REVOKE CONNECT ON DATABASE postgres FROM PUBLIC;
SQL
