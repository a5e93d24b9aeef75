-- Roles, suspensions, and the record of operators' acts.

alter table account
  add column is_moderator boolean not null default false,
  add column suspended_until timestamptz,
  add column suspended_reason text,
  add column upload_quota bigint,
  add constraint account_one_role check (not (is_operator and is_moderator)),
  add constraint account_suspended_with_reason check ((suspended_until is null) = (suspended_reason is null)),
  add constraint account_suspended_reason_check check (length(suspended_reason) between 1 and 1000),
  add constraint account_upload_quota_check check (upload_quota >= 0);
comment on column account.is_moderator is 'Handles reports and removals, and warns users.';
comment on column account.suspended_until is 'Until when the user can''t log in; infinity: without an end.';
comment on column account.suspended_reason is 'Shown to the user.';
comment on column account.upload_quota is 'Bytes of uploads that the user may keep. Null: the limit of the installation.';

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id text collate "C" references account on delete set null,
  actor_name text not null,
  act text not null check (act ~ '^[a-z_.]{3,60}$'),
  thing_type text not null,
  thing_id text collate "C",
  thing_name text not null,
  person_id text collate "C" references account on delete set null,
  before jsonb,
  after jsonb,
  reason text not null default '' check (length(reason) <= 2000)
);
comment on table audit is 'Acts of operators and moderators, written in the transaction of the act, kept for two years.';
comment on column audit.actor_id is 'Null: a command on the server, or a deleted account; the name stays.';
comment on column audit.person_id is 'The user whom the act concerns, who may read it.';
create index audit_actor_id on audit (actor_id, id desc) where actor_id is not null;
create index audit_person_id on audit (person_id, id desc) where person_id is not null;
create index audit_thing on audit (thing_type, thing_id, id desc);
create index audit_act on audit (act, id desc);
create index audit_at on audit (at);

-- For the lists of the console, which filter 100,000 people.
create index account_created_at on account (created_at desc, id);
create index account_suspended on account (suspended_until) where suspended_until is not null;
create index account_roles on account (id) where is_operator or is_moderator;
create index account_names on account using gin (lower(coalesce(nickname, '') || ' ' || email) gin_trgm_ops);
