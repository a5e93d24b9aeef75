-- Background work in a table of our own, taken with "for update skip locked". Until here it was kept by pg-boss, in the schema pgboss.

create table job (
  id uuid primary key default gen_random_uuid(),
  name text collate "C" not null,
  payload jsonb not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'active', 'done', 'cancelled', 'dead')),
  owner_id text collate "C",
  singleton_key text,
  attempts integer not null default 0 check (attempts >= 0),
  max_attempts integer not null check (max_attempts > 0),
  run_after timestamptz not null default now(),
  run_id uuid check ((run_id is not null) = (state = 'active')),
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz check ((finished_at is not null) = (state in ('done', 'cancelled', 'dead'))),
  progress smallint check (progress between 0 and 100),
  progress_text text,
  cancel_requested boolean not null default false,
  error text,
  created_at timestamptz not null default now()
) with (fillfactor = 80);
create index job_waiting on job (name, run_after) where state = 'waiting';
create unique index job_singleton on job (name, singleton_key) where state = 'waiting' and singleton_key is not null;
create index job_active on job (heartbeat_at) where state = 'active';
create index job_finished on job (finished_at) where finished_at is not null;
comment on table job is 'Background work: what waits, runs, or has failed for good. Done work is deleted at once, unless somebody owns it and may ask how it ended.';
comment on column job.name is 'The kind of work; a process runs a bounded number of each kind at once.';
comment on column job.payload is 'What the work is about, as its schema in the code has it. May hold codes and links: emptied when the work is done or cancelled.';
comment on column job.state is 'waiting (also between two attempts), active, done, cancelled, or dead: failed for good, kept for 30 days.';
comment on column job.owner_id is 'The account that may read the progress and cancel; null: nobody.';
comment on column job.singleton_key is 'At most one job of a name with this key waits for its first start; emptied at that.';
comment on column job.attempts is 'How often it was begun. A run that ended because its process was stopped in order does not count.';
comment on column job.run_after is 'Not taken before.';
comment on column job.run_id is 'Names the run that is under way: only that one may write its outcome.';
comment on column job.heartbeat_at is 'When the process that runs it last said that it lives. Silence means that it died: the work is taken up again.';
comment on column job.progress is 'Percent done, as the running work says.';
comment on column job.progress_text is 'Key of the text that says what is being done, like "items:importing".';
comment on column job.cancel_requested is 'Whoever runs it is to end it; seen with the next heartbeat.';
comment on column job.error is 'Why the last attempt failed, without secrets.';

-- Work that waited or had failed for good goes on; what was under way when its server stopped waits again. Done work was not kept.
do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  lock table pgboss.job in access exclusive mode;
  insert into job (id, name, payload, state, singleton_key, attempts, max_attempts, run_after, finished_at, error, created_at)
  select id, name, coalesce(data, '{}'), case state::text when 'failed' then 'dead' else 'waiting' end,
    case state::text when 'created' then singleton_key end,
    case state::text when 'failed' then retry_count + 1 else retry_count end, greatest(retry_limit, retry_count) + 1,
    case state::text when 'active' then now() else start_after end,
    case state::text when 'failed' then coalesce(completed_on, now()) end, output ->> 'message', created_on
  from pgboss.job where state::text in ('created', 'retry', 'active', 'failed');
  drop schema pgboss cascade;
end
$$;
