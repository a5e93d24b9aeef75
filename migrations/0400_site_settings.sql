-- Settings of the site that operators change while it runs, and invitations to register.

create table site_setting (
  id bigint generated always as identity primary key,
  name text collate "C" not null check (name in ('site', 'registration', 'announcement', 'uploads', 'names')),
  value jsonb not null,
  set_at timestamptz not null default now(),
  set_by text collate "C" references account on delete set null
);
comment on table site_setting is 'Versions of each setting: the last one holds, the one before is restored by undo. No row: the configuration of the process holds.';
create index site_setting_name on site_setting (name, id desc);
create index site_setting_set_by on site_setting (set_by) where set_by is not null;

create table registration_invitation (
  id text collate "C" default random_id() primary key check (id ~ '^[0-9A-Za-z]{11}$'),
  code text collate "C" not null default random_id() || random_id() unique check (code ~ '^[0-9A-Za-z]{22}$'),
  note text not null check (length(note) <= 200),
  max_uses integer not null check (max_uses between 1 and 10000),
  uses integer not null default 0 check (uses between 0 and max_uses),
  created_at timestamptz not null default now(),
  created_by text collate "C" references account on delete set null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
comment on table registration_invitation is 'Links with which so many accounts can be made while registration is by invitation.';
comment on column registration_invitation.uses is 'Accounts made with it.';
create index registration_invitation_created_by on registration_invitation (created_by) where created_by is not null;
create index registration_invitation_listed on registration_invitation (created_at desc, id desc);

alter table sign_up add column invitation_id text collate "C" references registration_invitation on delete set null;
comment on column sign_up.invitation_id is 'The invitation of the form. It counts when the account is made.';
create index sign_up_invitation_id on sign_up (invitation_id) where invitation_id is not null;
