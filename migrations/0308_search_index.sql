-- Each owner's things that aren't public have terms too. Ranks include the age of things.
drop index search_document_owner;
create index search_document_owner on search_document (owner_id, subject, id) where owner_id is not null;
drop index search_document_playlist;
create index search_document_playlist on search_document (playlist_key, subject) where playlist_key is not null;
alter table search_document add column quality smallint not null default 0;
alter table search_document alter column quality drop default;
comment on column search_document.quality is 'Breaks ties of relevance: of its popularity and age, from 0 to 1999.';
comment on column search_term.scope is 'Its readers: everybody (public), users who see adult content (adult), or only its owner with this id.';
comment on column search_term.rank is 'Lowest first: tokens of names, of tags, of descriptions; each by quality.';
comment on table search_term is 'Tokens of documents: a search reads a limited number of rows of each token, the best first.';
drop function if exists misspelled_words(text, integer);

-- Titles of the guide are documents.
alter table search_document drop constraint search_document_subject_check;
alter table search_document add check (subject in ('channel', 'package', 'playlist', 'series', 'video', 'user', 'programme'));
comment on column search_document.key is 'Its id; of a playlist its key, because its id changes with a new private link; of a programme its title.';
alter table search_vocabulary add column title_uses integer not null default 0;
drop index search_vocabulary_beginning;
create index search_vocabulary_beginning on search_vocabulary (left(word, 3), uses desc, title_uses desc);
comment on column search_vocabulary.uses is 'In how many documents it was indexed, without titles of the guide; never lowered.';
comment on column search_vocabulary.title_uses is 'In how many titles of the guide it was indexed; never lowered.';

insert into search_change (subject, key)
  select subject, key from search_document union all select 'programme', title from programme_title order by 1, 2 on conflict do nothing;

-- Changes that can't be indexed wait longer each time, while others go on.
alter table search_change rename column changed_at to due_at;
alter table search_change add column failures smallint not null default 0;
create index search_change_due on search_change ((subject = 'programme'), due_at, subject, key);
comment on column search_change.failures is 'How often indexing it alone failed.';

-- The former index of channels.
drop trigger if exists playlist_indexed on playlist;
drop trigger if exists playlist_indexed_anew on playlist;
drop function if exists index_playlist();
drop function if exists playlist_terms(playlist);
drop function if exists near_words(text);
drop table playlist_word;
drop table search_word;
alter table playlist drop column words, drop column folded_name;
drop function search_words(text, text[]);
