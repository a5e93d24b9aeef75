-- Limits the activity that is kept of a team.

-- Deletes the oldest acts of a team beyond the limits; never the latest one, so that it can be undone. Skips acts that are being undone.
create or replace function trim_team_acts(team text) returns void language plpgsql as $$
declare
  most_acts constant integer := 10000;
  most_bytes constant bigint := 32 * 1024 * 1024;
begin
  delete from team_act where id in (
    select act.id from team_act act join (
      select team_act.id, row_number() over latest as rank, sum(
          pg_column_size(thing_ids) + pg_column_size(details) + coalesce(pg_column_size(thing.series), 0)
          + coalesce(pg_column_size(thing.videos), 0) + coalesce(captions.bytes, 0)) over latest as bytes
      from team_act left join removed_thing thing on thing.act_id = team_act.id
      left join lateral (select sum(pg_column_size(vtt)) as bytes from removed_captions where act_id = thing.act_id) captions on true
      where team_id = team window latest as (order by seq desc)) kept on kept.id = act.id
    where rank > 1 and (rank > most_acts or kept.bytes > most_bytes)
    for update of act skip locked);
end $$;

-- Checks the limits at every hundredth act of the installation: a check reads all acts of a team.
create or replace function note_team_acts() returns trigger language plpgsql as $$
begin
  perform trim_team_acts(team_id) from (select distinct team_id from added where seq % 100 = 0) due;
  return null;
end $$;
create or replace trigger team_acts_are_limited after insert on team_act referencing new table as added
  for each statement execute function note_team_acts();
