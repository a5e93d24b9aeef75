-- Searches for several words leave out most documents of a common word before they read them.
alter table search_term add column signature bigint not null default -1;
alter table search_term alter column signature drop default;
alter table search_term drop constraint search_term_pkey, add primary key (subject, scope, term, rank, document_id) include (signature);
comment on column search_term.signature is 'The beginnings of all words of the document, as bits; -1: unknown.';
insert into search_change (subject, key) select subject, key from search_document order by 1, 2 on conflict do nothing;
