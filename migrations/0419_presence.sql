-- Rows last for an hour at most and are of no use after a crash. Updates of the time alone write no index.
drop index presence_seen_at;
alter table presence set unlogged, set (fillfactor = 50);
