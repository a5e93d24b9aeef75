-- Lists of channels by popularity are a range of an index: every channel has a row, and its id stands in it.

alter table playlist_popularity
  alter column score set default 0,
  add column playlist_id text collate "C" references playlist (id) on update cascade on delete cascade;
update playlist_popularity set playlist_id = playlist.id from playlist where playlist.key = playlist_popularity.playlist_key;
insert into playlist_popularity (playlist_key, playlist_id)
  select key, id from playlist where not exists (select from playlist_popularity where playlist_key = playlist.key);
alter table playlist_popularity alter column playlist_id set not null, add unique (playlist_id);
drop index playlist_popularity_score;
create index playlist_popularity_rank on playlist_popularity (((score * 1000000)::bigint), playlist_id);
comment on table playlist_popularity is 'How much channels were followed, liked and watched of late; a job computes it.';
comment on column playlist_popularity.score is 'Points for each follow, like and view, which lose half of their worth every week; 0: none of late.';
comment on column playlist_popularity.playlist_id is 'As the channel has it, beside its popularity: lists go on behind both.';

create function add_popularity() returns trigger language plpgsql as $$
begin
  insert into playlist_popularity (playlist_key, playlist_id) select key, id from added;
  return null;
end $$;
create trigger popularity_is_added after insert on playlist referencing new table as added
  for each statement execute function add_popularity();
