-- Streams of a list may be passed on by this server.

alter table tv_source add column is_relayed boolean not null default false;
comment on column tv_source.is_relayed is 'Of a list: this server passes its streams on to whoever may watch and whose browser can''t play them by itself.';
