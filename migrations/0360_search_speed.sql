-- Words with an error are found by what remains of them without one letter. The index stores what the function computed, so a change of the
-- function needs a new index.
create function word_remains(word text) returns integer[] immutable strict parallel safe language sql
return case when length(word) between 4 and 40 and word !~ '[0-9]'
  then array(select hashtext(left(word, at) || substr(word, at + 2)) from generate_series(0, length(word)) as at) else '{}' end;
create index search_vocabulary_remains on search_vocabulary using gin (word_remains(word)) with (gin_pending_list_limit = 128);
