-- Series and people that the operator has removed, and what their owners answer to that.

alter table series add column removed_at timestamptz;
comment on column series.removed_at is 'Since when the operator keeps it from everybody but who may edit it.';

alter table account add column removed_at timestamptz;
comment on column account.removed_at is 'Since when the operator keeps their profile, and all channels that are their own, from everybody else.';
alter table account add column is_found boolean not null
  generated always as (is_public and nickname is not null and removed_at is null) stored;
comment on column account.is_found is 'Others see their profile.';

-- A channel is removed by itself or with its owner; put back, it may still be removed in the other way.
alter table playlist rename column removed_at to removed_alone_at;
alter table playlist add column removed_with_owner_at timestamptz;
alter table playlist add column removed_at timestamptz generated always as (coalesce(removed_alone_at, removed_with_owner_at)) stored;
comment on column playlist.removed_alone_at is 'When the operator removed it.';
comment on column playlist.removed_with_owner_at is 'When the operator removed its owner. Kept by triggers.';
comment on column playlist.removed_at is 'Since when the operator keeps it from everybody but who may edit it.';

create or replace function playlist_terms(playlist) returns table (scope text, term text, rank bigint) stable language sql
begin atomic
  with own as (select unnest(string_to_array(btrim($1.words), ' ')) as word)
  select scope, term, coalesce($1.listing_rank, 9000000000000000 - (extract(epoch from $1.created_at) * 1000000)::bigint)
  from unnest(case when $1.kind <> 'channel' then '{}' when $1.status_id < 3 or $1.removed_at is not null then array[$1.owner_id]
      when $1.adult then array['adult', $1.owner_id] else array['public'] end) scope,
    (select word as term from own union select left(word, size) || '*' from own, generate_series(3, 6) size where size < length(word)) terms;
end;
drop trigger playlist_indexed_anew on playlist;
create trigger playlist_indexed_anew after update on playlist for each row
  when ((old.id, old.owner_id, old.words, old.status_id, old.adult, old.listing_rank, old.removed_at)
    is distinct from (new.id, new.owner_id, new.words, new.status_id, new.adult, new.listing_rank, new.removed_at))
  execute function index_playlist();

create function remove_channels_with_owner() returns trigger language plpgsql as $$
begin
  update playlist set removed_with_owner_at = new.removed_at where owner_id = new.id;
  return null;
end $$;
create trigger account_removed after update of removed_at on account for each row
  when (old.removed_at is distinct from new.removed_at) execute function remove_channels_with_owner();

-- The account is locked: a channel that is made while its owner is being removed is removed with the others.
create function note_removed_owner() returns trigger language plpgsql as $$
begin
  new.removed_with_owner_at := (select removed_at from account where id = coalesce(new.team_id, new.user_id) for share);
  return new;
end $$;
create trigger playlist_owner_is_noted before insert or update of user_id, team_id on playlist
  for each row execute function note_removed_owner();

alter table report
  add column owner_id text collate "C",
  add column decided_at timestamptz,
  add column answer text check (length(answer) between 1 and 5000),
  add column answered_at timestamptz;
comment on column report.owner_id is 'Who was told that it was removed, and may answer once: the person or team whose it was.';
comment on column report.decided_at is 'When it was last dismissed, removed or opened again.';
comment on column report.answer is 'What the owner says to the removal.';
update report set decided_at = reported_at, owner_id = coalesce(
  (select playlist.owner_id from playlist where playlist.key = report.playlist_key),
  (select playlist.owner_id from video join series on series.id = video.series_id join playlist on playlist.id = series.playlist_id
    where video.id = report.video_id))
where state = 'removed';
create index report_removed on report (owner_id, decided_at desc) where state = 'removed';
create index report_answered on report (reported_at desc, id desc) where state = 'removed' and answer is not null;
