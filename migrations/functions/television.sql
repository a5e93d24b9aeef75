-- TV channels and their programmes.

-- Returns for how many days past programmes of a TV channel can be watched. Catch-up without days in the list counts as 5, as in Kodi.
create or replace function reachable_days(catchup_mode text, dvr_base text, catchup_days smallint) returns integer immutable language sql
  return case when catchup_mode is not null or dvr_base is not null then coalesce(nullif(catchup_days, 0), 5)::integer else 0 end;

-- Replaces a foreign key, whose check took as long as writing a programme.
create or replace function delete_programmes() returns trigger language plpgsql as $$
begin
  delete from guide_programme where guide_channel_id in (select id from deleted);
  return null;
end $$;
create or replace trigger programmes_are_deleted after delete on guide_channel referencing old table as deleted
  for each statement execute function delete_programmes();

-- Copies of a TV channel have its blocked countries. They become adult with it, and stay adult.
create or replace function bar_copies_of_tv_channel() returns trigger language plpgsql as $$
begin
  update video set blocked_countries = new.blocked_countries, adult = video.adult or new.adult where tv_channel_id = new.id;
  return null;
end $$;
create or replace trigger tv_channel_bars_its_copies after update of blocked_countries, adult on tv_channel for each row
  when ((old.blocked_countries, old.adult) is distinct from (new.blocked_countries, new.adult)) execute function bar_copies_of_tv_channel();
