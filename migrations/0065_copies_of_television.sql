-- Copies of what is on TV channels are videos like others, under the bars of the channel that they come from.

alter table video
  add column tv_channel_id text collate "C" references tv_channel on delete set null,
  add column blocked_countries smallint[] not null default '{}' check (cardinality(blocked_countries) <= 300);
create index video_tv_channel_id on video (tv_channel_id) where tv_channel_id is not null;
comment on column video.tv_channel_id is 'The TV channel that it, or what it is a copy of, was copied from; null: none, or it has gone.';
comment on column video.blocked_countries is 'Ids of country: those of its TV channel, whose trigger keeps them. They stay when that goes.';

create function bar_copies_of_tv_channel() returns trigger language plpgsql as $$
begin
  update video set blocked_countries = new.blocked_countries, adult = video.adult or new.adult where tv_channel_id = new.id;
  return null;
end $$;
create trigger tv_channel_bars_its_copies after update of blocked_countries, adult on tv_channel for each row
  when ((old.blocked_countries, old.adult) is distinct from (new.blocked_countries, new.adult)) execute function bar_copies_of_tv_channel();
comment on function bar_copies_of_tv_channel is 'A copy has the countries of its channel, and what becomes adult takes its copies along; adult once, they stay so.';
