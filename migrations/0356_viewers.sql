-- One byte instead of a word: figures of a year compare it for each row.

alter table channel_view_count drop constraint channel_view_count_viewers_check;
alter table channel_view_count alter viewers type "char" using viewers::"char";
alter table channel_view_count add constraint channel_view_count_viewers_check check (viewers in ('g', 'u', 'o'));
comment on column channel_view_count.viewers is 'g: guests, also users without watch history; u: users; o: owners, its owner or members of the team that owned it then.';
