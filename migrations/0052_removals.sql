-- Channels and videos that the operator has removed: nobody but who may edit them sees them.

alter table playlist add column removed_at timestamptz;
alter table video add column removed_at timestamptz;
comment on column playlist.removed_at is 'Since when the operator keeps it from everybody but who may edit it.';
comment on column video.removed_at is 'Since when the operator keeps it from everybody but who may edit it.';

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
