-- Viewers of programmes while they were broadcast.

create table programme_audience (
  tv_channel_id text collate "C" not null references tv_channel on delete cascade,
  starts_at timestamptz(0) not null,
  stops_at timestamptz(0) not null check (stops_at > starts_at),
  programme_id text collate "C" not null,
  title text not null,
  viewers integer not null check (viewers > 0),
  primary key (tv_channel_id, starts_at)
);
comment on table programme_audience is 'How many people watched a TV channel live during a programme, counted once after its end. Not changed when the guide changes, nor when its programmes are deleted.';
comment on column programme_audience.starts_at is 'On the channel, as stops_at.';
comment on column programme_audience.title is 'The guide''s first title.';

create table audience_counted (
  only_row boolean primary key default true check (only_row),
  until timestamptz not null default now()
);
comment on table audience_counted is 'Programmes that ended until then are counted in programme_audience.';
insert into audience_counted default values;
