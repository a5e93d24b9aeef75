#!/bin/sh
# Runs once, in the new primary of compose.scaled.yaml: lets the replica follow it.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator replication login password :'password';
SQL
echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
