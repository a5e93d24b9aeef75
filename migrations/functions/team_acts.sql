-- Limits the stored activity of a team.

-- Deletes the oldest acts of a team beyond the limits; never the latest one, so that it can be undone. Skips acts that are being undone.
create or replace function trim_team_acts(team text) returns void language plpgsql as $$
declare
  most_acts constant integer := 10000;
  most_bytes constant bigint := 32 * 1024 * 1024;
begin
  delete from team_act where id = any(array(
    select id from team_act where id = any(array(
      select id from (
        select act.id, row_number() over latest as rank,
          sum(pg_column_size(thing_ids) + pg_column_size(details) + coalesce(kept.bytes, 0)) over latest as bytes
        from team_act act left join (
          select thing.act_id, coalesce(pg_column_size(series), 0) + pg_column_size(videos)
            + coalesce((select sum(pg_column_size(vtt)) from removed_captions where removed_captions.act_id = thing.act_id), 0) as bytes
          from team_act removal join removed_thing thing on thing.act_id = removal.id
          where removal.team_id = team and removal.kind = 'removed') kept on kept.act_id = act.id
        where act.team_id = team window latest as (order by seq desc)) ranked
      where rank > 1 and (rank > most_acts or bytes > most_bytes)))
    for update skip locked));
end $$;

-- Checks the limits at every hundredth act of the installation: a check reads all acts of a team.
create or replace function note_team_acts() returns trigger language plpgsql as $$
begin
  perform trim_team_acts(team_id) from (select distinct team_id from added where seq % 100 = 0) due;
  return null;
end $$;
create or replace trigger team_acts_are_limited after insert on team_act referencing new table as added
  for each statement execute function note_team_acts();
