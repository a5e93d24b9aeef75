-- What the server itself keeps, whatever is built on it. (Jobs that wait are kept by pg-boss in a schema of its own, `pgboss`.)

create table job_schedule (
  job text collate "C" primary key,
  due_at timestamptz not null
);
comment on table job_schedule is 'Jobs that run by the clock: whichever instance moves due_at on has the run, so that each happens once; one missed while all were down is made up for at the next start.';
comment on column job_schedule.job is 'Name of the job and of its queue.';
comment on column job_schedule.due_at is 'The latest moment of the schedule that was seen to.';

-- Unlogged: after a crash everybody starts with a clean sheet, which harms nobody, and counting costs no WAL.
create unlogged table rate_limit (
  key bytea primary key check (length(key) = 32),
  hits timestamptz[] not null,
  allowed boolean not null,
  expires_at timestamptz not null
);
create index rate_limit_expires_at on rate_limit (expires_at);
comment on table rate_limit is 'Strict limits (passwords, mails, codes): when each counted attempt was made.';
comment on column rate_limit.key is 'SHA-256 of what is limited and whom, letter case folded: no address or name is kept.';
comment on column rate_limit.hits is 'The attempts that counted, oldest first, never more than the limit.';
comment on column rate_limit.allowed is 'Was the latest attempt within the limit? The statement that counts it returns this.';
comment on column rate_limit.expires_at is 'From here on no attempt counts any more.';

create unlogged table rate_count (
  key bytea primary key check (length(key) = 32),
  hits integer not null check (hits > 0),
  expires_at timestamptz not null
);
create index rate_count_expires_at on rate_count (expires_at);
comment on table rate_count is 'Loose limits on very frequent calls: what all instances together counted in one window, added up about every second.';
comment on column rate_count.key is 'SHA-256 of what is limited, whom, and the start of the window.';
comment on column rate_count.expires_at is 'The end of the window.';

-- Logged: a repeated payment must be known after a crash, too.
create table idempotency_key (
  key bytea primary key check (length(key) = 32),
  input bytea not null check (length(input) = 32),
  answer text,
  made_at timestamptz not null default now()
);
create index idempotency_key_made_at on idempotency_key (made_at);
comment on table idempotency_key is 'Answers to calls with an Idempotency-Key, kept for 24 hours: the same call again gets the same answer and has no second effect.';
comment on column idempotency_key.key is 'SHA-256 of user, route and Idempotency-Key.';
comment on column idempotency_key.input is 'SHA-256 of what was sent: the same key with other input is refused.';
comment on column idempotency_key.answer is 'The answer as JSON; null only inside the transaction that makes it.';
