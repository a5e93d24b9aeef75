create or replace function billing_now() returns timestamptz language sql stable as $$
  select now() + make_interval(secs => coalesce((select lead_seconds from billing_clock), 0))
$$;
comment on function billing_now is 'The time of subscriptions and renewals; see billing_clock.';

create or replace function period_start(anchor timestamptz, number integer) returns timestamptz language sql stable as $$
  select (anchor at time zone 'Europe/Brussels' + make_interval(months => number)) at time zone 'Europe/Brussels'
$$;
comment on function period_start is 'Start of a period of a subscription, the first one has number 0: from 31 January to 28 February, 31 March, 30 April.';

create or replace function lose_paid_origin() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'playlist' then
    if exists (select from tier_item where playlist_key = old.key)
      and not exists (select from tier_item join tier on tier.id = tier_item.tier_id where playlist_key = old.key and tier.is_free) then
      update video set is_origin_lost = true where paid_playlist_key = old.key;
    end if;
  elsif exists (select from tier_item where tv_channel_id = old.id)
    and not exists (select from tier_item join tier on tier.id = tier_item.tier_id where tv_channel_id = old.id and tier.is_free) then
    update video set is_origin_lost = true where tv_channel_id = old.id;
  end if;
  return old;
end $$;
comment on function lose_paid_origin is 'Copies of a thing that was locked by packages stay locked when it is deleted.';

create or replace trigger playlist_lose_paid_origin before delete on playlist for each row execute function lose_paid_origin();
create or replace trigger tv_channel_lose_paid_origin before delete on tv_channel for each row execute function lose_paid_origin();
