#!/bin/sh
# Starts the replica of compose.scaled.yaml: copies the primary the first time. After an outage, it catches up from the archive.
set -eu
wal="${WAL_ARCHIVE:-/wal}"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # An interrupted copy begins again.
  rm -rf "$PGDATA"
  mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
  pg_basebackup --dbname="host=${PRIMARY_HOST:-primary} port=${PRIMARY_PORT:-5432} user=replicator application_name=replica" \
    --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --checkpoint=fast
fi
exec "$@" --restore_command="cp $wal/%f %p"
