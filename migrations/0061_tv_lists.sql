-- Lists of TV channels while they are read, and by what a channel is found again when its list has changed.

alter table tv_channel
  add column list_name text,
  add column list_tvg_id text,
  add column list_url text collate "C",
  add constraint tv_channel_listed check ((source_id is null) = (list_name is null) and (source_id is null) = (list_url is null));
comment on column tv_channel.list_name is 'Name, tvg_id and address as the list had them last, whatever was set by hand: by these it is found again.';

create unlogged table tv_list_stage (
  import_id text collate "C" not null,
  line integer not null,
  kind text collate "C" not null,
  name text not null,
  match_name text collate "C" not null,
  tvg_id text,
  number integer,
  groups text[] not null,
  logo_url text,
  stream_url text collate "C" not null,
  stream_headers jsonb not null,
  stream_kind text collate "C",
  is_protected boolean not null,
  catchup_mode text collate "C",
  catchup_source text collate "C",
  catchup_days smallint not null,
  guide_shift_minutes smallint not null,
  adult boolean not null,
  hash bigint not null,
  channel_id text collate "C",
  is_new boolean not null default false,
  primary key (import_id, line)
);
create index tv_list_stage_channel on tv_list_stage (import_id, channel_id);
create index tv_list_stage_entry on tv_list_stage (import_id, md5(name), md5(stream_url));
comment on table tv_list_stage is 'A list while it is read. When it is there as a whole, what is new in it is written to tv_channel and tv_item in one transaction.';
comment on column tv_list_stage.channel_id is 'The channel that the entry was before; null: there was none.';
