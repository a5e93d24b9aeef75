-- What is live says so: a stream without an end.

alter table link add column is_live boolean not null default false;
alter table video add column is_live boolean not null default false;
comment on column link.is_live is 'A stream that has no end yet.';
comment on column video.is_live is 'A stream that had no end yet when its address was given.';
-- Of what is known already, nobody looked: it is asked for anew.
delete from link where kind in ('hls', 'dash') and duration is null;
