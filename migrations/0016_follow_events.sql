-- Statistics count first follows and unfollows by the day: the rows of follow alone don't tell them.

create table follow_event (
  id bigint generated always as identity primary key,
  playlist_key bigint references playlist (key) on delete cascade,
  followed_user_id text collate "C" references account (id) on delete cascade,
  user_id text collate "C" references account (id) on delete set null,
  kind text collate "C" not null check (kind in ('first_follow', 'follow', 'unfollow')),
  happened_at timestamptz not null default now(),
  check (num_nonnulls(playlist_key, followed_user_id) = 1)
);
create index follow_event_playlist_key on follow_event (playlist_key, happened_at) where playlist_key is not null;
create index follow_event_followed_user_id on follow_event (followed_user_id, happened_at) where followed_user_id is not null;
create index follow_event_user_id on follow_event (user_id, playlist_key, followed_user_id);
comment on table follow_event is 'When somebody began and stopped to follow a channel or a person: written by the trigger of follow.';
comment on column follow_event.user_id is 'Who followed; null once that account is gone.';
comment on column follow_event.kind is 'first_follow: this person had never followed it before.';

create function note_follow() returns trigger language plpgsql as $$
declare
  changed follow := case tg_op when 'INSERT' then new else old end;
begin
  -- Whatever is followed or follows may be gone already: its follows go with it.
  insert into follow_event (playlist_key, followed_user_id, user_id, kind, happened_at)
  select changed.playlist_key, changed.followed_user_id, (select id from account where id = changed.user_id),
    case when tg_op = 'DELETE' then 'unfollow'
      when exists (select from follow_event earlier where earlier.user_id = changed.user_id
        and (earlier.playlist_key = changed.playlist_key or earlier.followed_user_id = changed.followed_user_id)) then 'follow'
      else 'first_follow' end,
    case tg_op when 'INSERT' then changed.created_at else now() end
  where exists (select from playlist where key = changed.playlist_key) or exists (select from account where id = changed.followed_user_id);
  return null;
end $$;
create trigger follow_is_noted after insert or delete on follow for each row execute function note_follow();

insert into follow_event (playlist_key, followed_user_id, user_id, kind, happened_at)
  select playlist_key, followed_user_id, user_id, 'first_follow', created_at from follow;
