-- Programmes are written by COPY, and what was done for each row is done for all of them at once.

-- Checking the key took as long as writing the row. Only imports write programmes, of channels that they hold.
alter table programme drop constraint programme_guide_channel_id_fkey;
create function delete_programmes() returns trigger language plpgsql as $$
begin
  delete from programme where guide_channel_id in (select id from deleted);
  return null;
end $$;
create trigger programmes_are_deleted after delete on guide_channel referencing old table as deleted
  for each statement execute function delete_programmes();
comment on column programme.guide_channel_id is 'No foreign key: an import holds its source, whose channels these are, and what deletes a channel deletes its programmes.';

-- Imports write titles themselves, each once.
drop trigger programme_titles_are_noted on programme;
drop trigger programme_titles_are_noted_again on programme;
drop function note_programme_titles;
comment on table programme_title is 'Titles that programmes have or had: imports add them, an hourly job deletes those that none has any more.';

drop table programme_stage, programme_gone_stage;
