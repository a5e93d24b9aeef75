/**
 * The table in which releases up to 0.2 kept background work, as far as their backups and the migration that takes it over need it.
 * Such a backup holds its rows, and pg-boss, which made the table, is no part of the product any more.
 */
export const pgBossTable = `
  create schema pgboss;
  create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  create table pgboss.job (
    id uuid not null default gen_random_uuid(),
    name text not null,
    priority integer not null default 0,
    data jsonb,
    state pgboss.job_state not null default 'created',
    retry_limit integer not null default 2,
    retry_count integer not null default 0,
    retry_delay integer not null default 0,
    retry_backoff boolean not null default false,
    start_after timestamptz not null default now(),
    started_on timestamptz,
    singleton_key text,
    singleton_on timestamp,
    expire_in interval not null default interval '15 minutes',
    created_on timestamptz not null default now(),
    completed_on timestamptz,
    keep_until timestamptz not null default now() + interval '14 days',
    output jsonb,
    dead_letter text,
    policy text
  )`
