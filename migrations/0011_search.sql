-- Search reads a bounded number of rows, however many channels there are and whatever they are called: what a channel is found by
-- is written down word by word when it changes, and read in the order of the list of public channels.

drop index playlist_words;
drop function playlists_like;
alter table playlist drop column words;
drop function searched_words;

create function search_words(name text, tags text[]) returns text immutable strict parallel safe language sql
begin atomic
  select ' ' || coalesce(string_agg(word, ' ' order by place), '') || ' ' from (
    select part as word, min(place) as place
    from regexp_split_to_table(folded(name || ' ' || array_to_string(tags, ' ')), '[\s!-.:-@[-`{-~]+') with ordinality as parts (part, place)
    where length(part) between 1 and 40 group by 1 order by 2 limit 64
  ) words;
end;
comment on function search_words is 'The distinct words of a name and tags as they are looked for, each between two spaces; 64 at most, and none of more than 40 characters.';

alter table playlist
  add column words text not null generated always as (search_words(name, tags)) stored,
  add column folded_name text not null generated always as (folded(name)) stored;
comment on column playlist.words is 'The distinct words of name and tags as they are looked for, each between two spaces.';
comment on column playlist.folded_name is 'The name as it is compared with what is looked for.';

create table playlist_word (
  scope text collate "C" not null,
  term text collate "C" not null,
  rank bigint not null,
  playlist_id text collate "C" not null,
  primary key (term, scope, rank, playlist_id)
);
create index playlist_word_playlist_id on playlist_word (playlist_id);
comment on table playlist_word is 'What channels are found by. Written by triggers on playlist alone, which also delete: a foreign key would cost more than the row.';
comment on column playlist_word.scope is 'Who may find it so: public, adult (public, for those who may see adult channels), else only the owner with this id.';
comment on column playlist_word.term is 'A word, or the first 3 to 6 letters of a longer one with a * behind them.';
comment on column playlist_word.rank is 'Lowest first: listing_rank, or by age for what is not listed.';

create table search_word (word text collate "C" primary key);
-- Without a list of what is not sorted in yet, which every search would have to read.
create index search_word_trigrams on search_word using gin (word gin_trgm_ops) with (fastupdate = off);
comment on table search_word is 'All words of three letters or more, among which those are found that resemble a mistyped one. A job deletes those that no channel has any more.';

create function playlist_terms(playlist) returns table (scope text, term text, rank bigint) stable language sql
begin atomic
  with own as (select unnest(string_to_array(btrim($1.words), ' ')) as word)
  select scope, term, coalesce($1.listing_rank, 9000000000000000 - (extract(epoch from $1.created_at) * 1000000)::bigint)
  from unnest(case when $1.kind <> 'channel' then '{}' when $1.status_id < 3 then array[$1.owner_id] when $1.adult then array['adult', $1.owner_id] else array['public'] end) scope,
    (select word as term from own union select left(word, size) || '*' from own, generate_series(3, 6) size where size < length(word)) terms;
end;
comment on function playlist_terms is 'The rows of playlist_word that a channel has.';

create function index_playlist() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from playlist_word where playlist_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into playlist_word (scope, term, rank, playlist_id) select scope, term, rank, new.id from playlist_terms(new);
    -- In one order everywhere: two that bring the same new words never wait for each other.
    insert into search_word (word) select word from unnest(string_to_array(btrim(new.words), ' ')) word
    where new.kind = 'channel' and length(word) >= 3 order by word collate "C" on conflict do nothing;
  end if;
  return null;
end $$;
create trigger playlist_indexed after insert or delete on playlist for each row execute function index_playlist();
create trigger playlist_indexed_anew after update on playlist for each row
  when ((old.id, old.owner_id, old.words, old.status_id, old.adult, old.listing_rank) is distinct from (new.id, new.owner_id, new.words, new.status_id, new.adult, new.listing_rank))
  execute function index_playlist();

-- What is there already.
insert into playlist_word (scope, term, rank, playlist_id) select terms.*, id from playlist, playlist_terms(playlist) terms;
insert into search_word (word) select distinct term from playlist_word where length(term) >= 3 and term not like '%*';

-- Whoever is sought with two letters changed places shares about a quarter of the trigrams, so the extension's own threshold is too strict.
create function near_words(sought text) returns table (word text) stable strict language sql
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
comment on function near_words is 'Words that the sought one is a part of, or nearly is or nearly begins: 1 mistake in 4 letters, 2 in more. 500 that share trigrams are looked at.';
