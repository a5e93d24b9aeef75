-- Whether packages lock a channel, kept by triggers (mark_paid_things): lists and videos read it often.
alter table playlist add column is_paid boolean not null default false;
alter table tv_channel add column is_paid boolean not null default false;
comment on column playlist.is_paid is 'In at least one package, and in no free one.';
comment on column tv_channel.is_paid is 'In at least one package, and in no free one.';

update playlist set is_paid = true where exists (select from tier_item where playlist_key = playlist.key)
  and not exists (select from tier_item join tier on tier.id = tier_id where playlist_key = playlist.key and tier.is_free);
update tv_channel set is_paid = true where exists (select from tier_item where tv_channel_id = tv_channel.id)
  and not exists (select from tier_item join tier on tier.id = tier_id where tv_channel_id = tv_channel.id and tier.is_free);
