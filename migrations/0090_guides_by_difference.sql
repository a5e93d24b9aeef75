-- Of a guide that is imported again only what differs is staged.

-- What is there has none until its guide is imported again: hashes are made in another way from here on, so that all of it is written.
alter table programme add column guide_stops_at timestamptz(0);
comment on column programme.guide_stops_at is 'The end as the guide has it; null: it has none. stops_at is made of it and of the next programme, whichever import brought that.';

create unlogged table programme_gone_stage (
  import_id text collate "C" not null,
  channel text collate "C" not null,
  starts_at timestamptz(0) not null,
  primary key (import_id, channel, starts_at)
);
comment on table programme_gone_stage is 'Programmes that a guide no longer names, while it is read.';
comment on table programme_stage is 'What is new in a guide or differs, while it is read. When it was read as a whole, that is written to programme in one transaction.';
