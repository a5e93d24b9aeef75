-- Notifications: what somebody is told, by which ways they want to be told, and what is still to be told to followers.

create table notification (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  kind text collate "C" not null check (kind ~ '^[a-z_]{1,40}$'),
  playlist_key bigint references playlist (key) on delete cascade,
  video_id text collate "C" references video on delete cascade,
  actor_id text collate "C" references account on delete cascade,
  actor_ids text[] not null default '{}',
  details jsonb not null default '{}',
  path text check (path ~ '^/($|[^/\\])' and length(path) <= 2000),
  bundle text collate "C" check (length(bundle) <= 100),
  count integer not null default 1 check (count > 0),
  in_bell boolean not null,
  push_due_at timestamptz,
  is_mail_due boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  read_at timestamptz
);
create unique index notification_bundle on notification (account_id, kind, bundle) where read_at is null and bundle is not null;
create index notification_list on notification (account_id, created_at desc, id desc) where in_bell;
create index notification_unread on notification (account_id, created_at desc) where in_bell and read_at is null;
create index notification_push on notification (push_due_at) where push_due_at is not null;
create index notification_mail on notification (account_id) where is_mail_due;
create index notification_created_at on notification (created_at);
create index notification_playlist_key on notification (playlist_key) where playlist_key is not null;
create index notification_video_id on notification (video_id) where video_id is not null;
create index notification_actor_id on notification (actor_id) where actor_id is not null;
comment on table notification is 'What somebody was told. Its text is made when it is read, of what the reader may see then.';
comment on column notification.playlist_key is 'The channel it is about; whoever may no longer find that no longer sees it.';
comment on column notification.actor_id is 'Who did it, the latest of several.';
comment on column notification.actor_ids is 'Of kinds that count people: those that were counted, the latest hundred.';
comment on column notification.details is 'Names and numbers for its text that stand nowhere else.';
comment on column notification.path is 'Where it leads, below the language, unless to what it is about.';
comment on column notification.bundle is 'Unread ones of a kind and bundle are one, which counts.';
comment on column notification.in_bell is 'It stands in the list; else it is only pushed or mailed.';
comment on column notification.push_due_at is 'To be pushed from then on; null: was, or need not be.';
comment on column notification.is_mail_due is 'The next digest has it.';

create table notification_setting (
  account_id text collate "C" not null references account on delete cascade,
  kind text collate "C" not null check (kind ~ '^[a-z_]{1,40}$'),
  bell boolean not null,
  push boolean not null,
  mail boolean not null,
  primary key (account_id, kind)
);
comment on table notification_setting is 'By which ways somebody wants to be told of a kind; no row: as is usual for that kind.';

create table channel_news (
  id bigint generated always as identity primary key,
  playlist_key bigint not null references playlist (key) on delete cascade,
  since timestamptz not null default now(),
  until timestamptz,
  count integer check (count > 0),
  after_user_id text collate "C" not null default ''
);
create unique index channel_news_waiting on channel_news (playlist_key) where until is null;
create index channel_news_playlist_key on channel_news (playlist_key);
comment on table channel_news is 'Channels with new videos of which their followers are still to be told.';
comment on column channel_news.until is 'When telling began; what comes later is told by the next row. Null: it waits a while, so that many make one.';
comment on column channel_news.count is 'How many videos are new; known once telling has begun.';
comment on column channel_news.after_user_id is 'Followers up to this one were told: a run that was cut off goes on behind.';

create function note_channel_news() returns trigger language plpgsql as $$
begin
  insert into channel_news as news (playlist_key)
  select playlist.key from (select distinct series_id from added) as changed
    join series on series.id = changed.series_id join playlist on playlist.id = series.playlist_id
  where playlist.status_id = 3 and playlist.kind <> 'watch_later' and (
    exists (select from follow where follow.playlist_key = playlist.key)
    or playlist.kind = 'direct_publish' and exists (select from follow where follow.followed_user_id = playlist.user_id))
  group by playlist.key order by playlist.key
  on conflict (playlist_key) where until is null do update set since = least(news.since, excluded.since) where news.since > excluded.since;
  return null;
end $$;
create trigger channel_news_is_noted after insert on video referencing new table as added
  for each statement execute function note_channel_news();
