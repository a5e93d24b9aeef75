-- TV channels find their guide by the name that a list gives for it, too, and their numbers may have a part: 5.1.

alter table tv_channel
  add column match_tvg_name text collate "C" not null default '',
  alter column number type double precision;
comment on column tv_channel.match_tvg_name is 'The name that its list gives for guides (`tvg-name`), as names are compared; empty where that is its name.';
alter table tv_list_stage
  add column match_tvg_name text collate "C" not null default '',
  alter column number type double precision;
