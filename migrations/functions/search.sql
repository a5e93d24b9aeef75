-- The search index. Searches read a limited number of rows, however many channels there are: each change of a channel writes its words to
-- playlist_word, where they are read in the order of the list of public channels.

-- Returns the rows of playlist_word of a channel.
create or replace function playlist_terms(playlist) returns table (scope text, term text, rank bigint) stable language sql
begin atomic
  with own as (select unnest(string_to_array(btrim($1.words), ' ')) as word)
  select scope, term, coalesce($1.listing_rank, 9000000000000000 - (extract(epoch from $1.created_at) * 1000000)::bigint)
  from unnest(case when $1.kind <> 'channel' then '{}' when $1.status_id < 3 or $1.removed_at is not null then array[$1.owner_id]
      when $1.adult then array['adult', $1.owner_id] else array['public'] end) scope,
    (select word as term from own union select left(word, size) || '*' from own, generate_series(3, 6) size where size < length(word)) terms;
end;

create or replace function index_playlist() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from playlist_word where playlist_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into playlist_word (scope, term, rank, playlist_id) select scope, term, rank, new.id from playlist_terms(new);
    -- Sorted: two transactions that insert the same words never deadlock.
    insert into search_word (word) select word from unnest(string_to_array(btrim(new.words), ' ')) word
    where new.kind = 'channel' and length(word) >= 3 order by word collate "C" on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger playlist_indexed after insert or delete on playlist for each row execute function index_playlist();
create or replace trigger playlist_indexed_anew after update on playlist for each row
  when ((old.id, old.owner_id, old.words, old.status_id, old.adult, old.listing_rank, old.removed_at)
    is distinct from (new.id, new.owner_id, new.words, new.status_id, new.adult, new.listing_rank, new.removed_at))
  execute function index_playlist();

-- Returns known words that contain the sought one, or nearly are or begin with it: 1 mistake in 4 letters, 2 in more. Looks at 500 words that
-- share trigrams. Two swapped letters leave about a quarter of the trigrams, so the extension's own threshold is too strict.
create or replace function near_words(sought text) returns table (word text) stable strict language sql
  set pg_trgm.word_similarity_threshold = 0.25
begin atomic
  select candidate.word
  from (select search_word.word from search_word where sought <% search_word.word limit 500) candidate,
    (select case when length(sought) < 4 then 0 when length(sought) < 5 then 1 else 2 end) allowed (mistakes),
    lateral (select case when strpos(candidate.word, sought) > 0 then 0 else least(
      levenshtein_less_equal(sought, candidate.word, mistakes),
      levenshtein_less_equal(sought, left(candidate.word, length(sought)), mistakes)) end) typed (wrongly)
  where wrongly <= mistakes
  order by wrongly, length(candidate.word), candidate.word
  limit 20;
end;
