-- Places of the relay, shared by all instances.

-- Takes a place for a stream, or keeps it. At the limit, the oldest stream that the same browser has left gives way. `kept` names streams of this
-- browser with open requests at the calling instance. Returns null if there is no place, else the stream that gave way, or ''.
create or replace function take_relay_place(of_holder bytea, of_session bytea, of_stream text, most integer, kept text[])
returns text language plpgsql as $$
declare
  -- A relay place more than a minute in the future dates from before the clock was set back. It counts as expired.
  kept_since constant timestamptz := clock_timestamp() - interval '45 seconds';
  left_stream text;
begin
  update relay_place set seen_at = clock_timestamp()
    where holder = of_holder and session = of_session and stream = of_stream and seen_at between kept_since and clock_timestamp() + interval '1 minute';
  if found then
    return '';
  end if;
  -- Simultaneous calls for one holder take turns, at all instances.
  perform pg_advisory_xact_lock(hashtext('relay_place'), hashtext(encode(of_holder, 'hex')));
  delete from relay_place where holder = of_holder and seen_at not between kept_since and clock_timestamp() + interval '1 minute';
  if not exists (select from relay_place where holder = of_holder and session = of_session and stream = of_stream)
    and (select count(*) from relay_place where holder = of_holder) >= most then
    select stream into left_stream from relay_place
      where holder = of_holder and session = of_session and not is_busy and stream <> all (kept)
      order by seen_at limit 1;
    if left_stream is null then
      return null;
    end if;
    delete from relay_place where holder = of_holder and session = of_session and stream = left_stream;
  end if;
  insert into relay_place (holder, session, stream, is_busy, seen_at) values (of_holder, of_session, of_stream, false, clock_timestamp())
    on conflict (holder, session, stream) do update set seen_at = excluded.seen_at;
  return coalesce(left_stream, '');
end $$;
