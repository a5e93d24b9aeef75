-- Counting a known word seldom writes indexes: its weight changes when uses have doubled. New words are added to the trigram index in batches.
alter table search_vocabulary add column weight smallint not null generated always as (
  floor(32 * floor(ln(uses::float8 + 1) / ln(2::float8)) + ln(title_uses::float8 + 1) / ln(2::float8))::smallint) stored;
alter table search_vocabulary set (fillfactor = 80);
drop index search_vocabulary_beginning;
create index search_vocabulary_beginning on search_vocabulary (left(word, 3), weight desc, word);
alter index search_vocabulary_trigrams set (fastupdate = on, gin_pending_list_limit = 128);
comment on column search_vocabulary.weight is 'By binary logarithms of uses, and then of title_uses: the order of words with the same beginning.';
