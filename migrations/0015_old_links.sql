-- An old link of a channel leads nowhere, and what counts for a channel stays with it when its id is replaced.

alter table playlist
  add column key bigint generated always as identity,
  add column id_was_public boolean not null default false;
-- Of private channels nobody has noted what they were before.
update playlist set id_was_public = true where status_id = 3 or (status_id = 1 and kind = 'channel');
alter table playlist
  add constraint playlist_key_key unique (key),
  add constraint playlist_new_id_for_private_link check (status_id <> 2 or not id_was_public);
comment on column playlist.key is 'Names the channel in follow, liking and statistics: it never changes and never leaves the server. id is the link and is replaced by a new link.';
comment on column playlist.id_was_public is 'Everybody could have learned the present id: the channel gets another one before it becomes a private link. Kept by its trigger.';

create function note_public_id() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.id_was_public := new.id = old.id and old.id_was_public;
  end if;
  new.id_was_public := new.id_was_public or new.status_id = 3;
  return new;
end $$;
create trigger playlist_id_is_noted before insert or update on playlist for each row execute function note_public_id();

-- Dropping playlist_id drops the constraints and indexes that name it.
alter table follow add column playlist_key bigint, add column position bigint;
update follow set playlist_key = playlist.key from playlist where playlist.id = follow.playlist_id;
update follow set position = placed.number * 1048576
  from (select ctid as row_id, row_number() over (partition by user_id order by created_at desc) as number from follow) placed
  where follow.ctid = placed.row_id;
alter table follow
  drop column playlist_id,
  alter column position set not null,
  add foreign key (playlist_key) references playlist (key) on delete cascade,
  add unique (user_id, playlist_key),
  add check (num_nonnulls(playlist_key, followed_user_id) = 1),
  add constraint follow_place unique (user_id, position) deferrable;
create index follow_playlist_key on follow (playlist_key) where playlist_key is not null;
comment on column follow.playlist_key is 'The channel, whatever its id: shown to its follower only while it is public.';
comment on column follow.position is 'Its place among what this person follows: sparse, ascending.';

alter table liking add column playlist_key bigint;
update liking set playlist_key = playlist.key from playlist where playlist.id = liking.playlist_id;
alter table liking
  drop column playlist_id,
  add foreign key (playlist_key) references playlist (key) on delete cascade,
  add unique (user_id, playlist_key),
  add check (num_nonnulls(playlist_key, video_id) = 1);
create index liking_playlist_key on liking (playlist_key) where playlist_key is not null;
