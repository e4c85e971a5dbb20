#!/bin/sh
# A copy of the database every hour, whole or not at all; those older than thirty days go.
set -eu
while true; do
  name="/backups/feltro-$(date -u +%Y%m%dT%H%M%SZ).dump"
  if pg_dump -h database -U feltro -Fc -f "$name.part" feltro; then
    mv "$name.part" "$name"
    find /backups -name 'feltro-*.dump' -mtime +30 -delete
  else
    rm -f "$name.part"
    echo "feltro: no copy was made at $(date -u)" >&2
  fi
  sleep 3600
done
