-- Paused kinds of jobs, and counted figures and storage for operators.

create table job_pause (
  job text collate "C" primary key,
  paused_at timestamptz not null default now()
);
comment on table job_pause is 'Kinds of jobs that no process starts until they are resumed.';

-- For lists by state, and by kind and state, also with 100,000 finished jobs.
create index job_by_state on job (state, created_at desc, id desc);
create index job_by_kind on job (name, state, created_at desc, id desc);

create table figure_day (
  figure text collate "C" not null,
  day date not null,
  count bigint not null check (count >= 0),
  primary key (figure, day)
);
comment on table figure_day is 'Figures of the whole site by UTC day, counted by a job. Kept for two years.';

create table storage_day (
  kind text collate "C" not null,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  files bigint not null check (files >= 0),
  people integer not null default 0 check (people >= 0),
  counted_at timestamptz not null default now(),
  primary key (kind, day)
);
comment on table storage_day is 'Stored bytes of each kind of file at the end of a UTC day, counted by a job. Kept for two years.';
comment on column storage_day.people is 'Users whose files these are, for kinds that can be cleaned.';

create table storage_person (
  user_id text collate "C" primary key references account on delete cascade,
  bytes bigint not null check (bytes >= 0),
  files integer not null check (files >= 0)
);
comment on table storage_person is 'Stored bytes of each user, counted by a job.';
create index storage_person_bytes on storage_person (bytes desc, user_id);

-- Views of a day; the rows come in the order of time.
create index channel_view_count_quarter on channel_view_count using brin (quarter);
create index payment_open on payment (created_at) where status = 'open';
