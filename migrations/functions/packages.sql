create or replace function billing_now() returns timestamptz language sql stable as $$
  select now() + make_interval(secs => coalesce((select lead_seconds from billing_clock), 0))
$$;
comment on function billing_now is 'The time of subscriptions and renewals; see billing_clock.';

create or replace function period_start(anchor timestamptz, number integer) returns timestamptz language sql stable as $$
  select (anchor at time zone 'Europe/Brussels' + make_interval(months => number)) at time zone 'Europe/Brussels'
$$;
comment on function period_start is 'Start of a period of a subscription, the first one has number 0: from 31 January to 28 February, 31 March, 30 April.';

create or replace function mark_paid(playlists bigint[], tv_channels text[]) returns void language plpgsql as $$
begin
  -- Locks in one order, so that concurrent changes wait instead of failing.
  perform from playlist where key = any (playlists) order by key for no key update;
  update playlist set is_paid = not is_paid where key = any (playlists) and is_paid is distinct from coalesce((
    select not bool_or(tier.is_free) from tier_item join tier on tier.id = tier_id where playlist_key = playlist.key), false);
  perform from tv_channel where id = any (tv_channels) order by id for no key update;
  update tv_channel set is_paid = not is_paid where id = any (tv_channels) and is_paid is distinct from coalesce((
    select not bool_or(tier.is_free) from tier_item join tier on tier.id = tier_id where tv_channel_id = tv_channel.id), false);
end $$;
comment on function mark_paid is 'Keeps is_paid of playlists and TV channels whose packages changed.';

create or replace function tier_items_changed() returns trigger language plpgsql as $$
begin
  perform mark_paid(array(select playlist_key from changed where playlist_key is not null), array(select tv_channel_id from changed where tv_channel_id is not null));
  return null;
end $$;
create or replace trigger tier_item_added after insert on tier_item referencing new table as changed for each statement execute function tier_items_changed();
create or replace trigger tier_item_removed after delete on tier_item referencing old table as changed for each statement execute function tier_items_changed();

create or replace function tier_price_changed() returns trigger language plpgsql as $$
begin
  perform mark_paid(array(select playlist_key from tier_item where tier_id = new.id and playlist_key is not null),
    array(select tv_channel_id from tier_item where tier_id = new.id and tv_channel_id is not null));
  return null;
end $$;
create or replace trigger tier_is_free_changed after update of is_free on tier for each row
  when (old.is_free is distinct from new.is_free) execute function tier_price_changed();

create or replace function lose_paid_origin() returns trigger language plpgsql as $$
begin
  if not old.is_paid then
    return old;
  end if;
  if tg_table_name = 'playlist' then
    update video set is_origin_lost = true where paid_playlist_key = old.key;
  else
    update video set is_origin_lost = true where tv_channel_id = old.id;
  end if;
  return old;
end $$;
comment on function lose_paid_origin is 'Copies of a thing that was locked by packages stay locked when it is deleted.';

create or replace trigger playlist_lose_paid_origin before delete on playlist for each row execute function lose_paid_origin();
create or replace trigger tv_channel_lose_paid_origin before delete on tv_channel for each row execute function lose_paid_origin();
