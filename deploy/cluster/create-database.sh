#!/bin/sh
# Patroni runs this once, on the first primary, with its address. What the site sets for a session is lost behind PgBouncer.
exec psql "$1" --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role huza login createdb password :'password';
alter role huza set timezone = 'UTC';
alter role huza set statement_timeout = '60s';
create database huza owner huza template template0;
SQL
