-- The search history, and searches that their users follow. New things are compared with followed searches by their words, not the other
-- way round: the cost grows with the new things, not with the searches.
create table followed_term (
  term text collate "C" primary key check (length(term) <= 300),
  last_find bigint not null default 0,
  due_at timestamptz,
  told_at timestamptz
);
create index followed_term_due on followed_term (due_at) where due_at is not null;
comment on table followed_term is 'Searches with followers, once for all followers.';
comment on column followed_term.term is 'The search, folded.';
comment on column followed_term.last_find is 'Its latest search_find.';
comment on column followed_term.due_at is 'When its followers are to be notified. Null: they have been.';

create table followed_spelling (
  word text collate "C" not null,
  term text collate "C" not null references followed_term on delete cascade,
  words text[] collate "C" not null,
  primary key (word, term, words)
);
create index followed_spelling_term on followed_spelling (term);
comment on table followed_spelling is 'Spellings of followed searches, by their rarest word: only things with that word are compared.';
comment on column followed_spelling.words is 'All words that a thing must have.';

create table search_history (
  id text collate "C" primary key default random_id() check (id ~ '^[0-9A-Za-z]{11}$'),
  account_id text collate "C" not null references account on delete cascade,
  search text not null check (length(search) between 1 and 100),
  term text collate "C" not null check (length(term) between 1 and 300),
  searched_at timestamptz not null default now(),
  followed_term text collate "C" references followed_term check (followed_term = term),
  told_to bigint not null default 0,
  feed_number integer not null default 0,
  unique (account_id, term)
);
create index search_history_followed on search_history (followed_term, told_to) where followed_term is not null;
comment on column search_history.search is 'As it was typed last.';
comment on column search_history.term is 'The search, folded: one row per user.';
comment on column search_history.searched_at is 'When its results were last opened.';
comment on column search_history.followed_term is 'The term, if the user follows the search.';
comment on column search_history.told_to is 'The last search_find that its user was notified of.';
comment on column search_history.feed_number is 'Of its feed: raised to revoke the address.';

create table search_find (
  id bigint generated always as identity primary key,
  term text collate "C" not null references followed_term on delete cascade,
  subject text collate "C" not null,
  key text collate "C" not null,
  was_adult boolean not null,
  found_at timestamptz not null default now()
);
create index search_find_term on search_find (term, id);
create index search_find_age on search_find (found_at);
comment on table search_find is 'Things that are new in the results of followed searches. Within a term, ids increase with each commit.';
comment on column search_find.was_adult is 'Users who see adult content already could find it.';

create table search_news (
  account_id text collate "C" not null references account on delete cascade,
  subject text collate "C" not null,
  key text collate "C" not null,
  search_id text collate "C" not null references search_history on delete cascade,
  is_told boolean not null,
  found_at timestamptz not null default now(),
  primary key (account_id, subject, key, search_id)
);
create index search_news_search on search_news (search_id, found_at);
create index search_news_age on search_news (found_at);
comment on table search_news is 'Things that users could find when they became new in a search that they follow.';
comment on column search_news.is_told is 'Counted in a notification. False: another search of the user already was.';

alter table search_document add column hidden_scope text collate "C";
comment on column search_document.hidden_scope is 'The scope before it was hidden until the next indexing.';
