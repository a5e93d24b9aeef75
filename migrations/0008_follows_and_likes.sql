-- What people think of channels and videos: who follows and likes what, and how often it was seen.

create table follow (
  user_id text collate "C" not null references account (id) on delete cascade,
  playlist_id text collate "C" references playlist (id) on update cascade on delete cascade,
  followed_user_id text collate "C" references account (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, playlist_id),
  unique (user_id, followed_user_id),
  check (num_nonnulls(playlist_id, followed_user_id) = 1)
);
create index follow_playlist_id on follow (playlist_id) where playlist_id is not null;
create index follow_followed_user_id on follow (followed_user_id) where followed_user_id is not null;
comment on table follow is 'A channel or a person that somebody follows.';

create table liking (
  user_id text collate "C" not null references account (id) on delete cascade,
  playlist_id text collate "C" references playlist (id) on update cascade on delete cascade,
  video_id text collate "C" references video (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, playlist_id),
  unique (user_id, video_id),
  check (num_nonnulls(playlist_id, video_id) = 1)
);
create index liking_playlist_id on liking (playlist_id) where playlist_id is not null;
create index liking_video_id on liking (video_id) where video_id is not null;
comment on table liking is 'A channel or a video that somebody likes.';

alter table playlist add column views bigint not null default 0 check (views >= 0);
alter table video
  add column views bigint not null default 0 check (views >= 0),
  add column likes integer not null default 0 check (likes >= 0);
comment on column playlist.views is 'How often it was seen, as far as views have been added up.';
comment on column video.views is 'How often it was seen, as far as views have been added up.';
comment on column video.likes is 'How many like it: rows of liking, counted by its trigger.';

create function count_likes() returns trigger language plpgsql as $$
begin
  update video set likes = likes + case tg_op when 'INSERT' then 1 else -1 end
  where id = case tg_op when 'INSERT' then new.video_id else old.video_id end;
  return null;
end $$;
create trigger liking_added after insert on liking for each row when (new.video_id is not null) execute function count_likes();
create trigger liking_removed after delete on liking for each row when (old.video_id is not null) execute function count_likes();
