-- A search in the guide looks through the shortest titles in their order, and stops when it has enough of them.

create index programme_title_by_length on programme_title (length(title), title) include (folded_title);
