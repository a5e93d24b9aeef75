-- Programmes are searched by their titles, of which there are far fewer than programmes.

create table programme_title (
  title text primary key,
  folded_title text not null generated always as (folded(title)) stored
);
create index programme_title_trigrams on programme_title using gin (folded_title gin_trgm_ops);
comment on table programme_title is 'Titles that programmes have or had: triggers add them, an hourly job deletes those that none has any more.';

-- By a short hash: the titles themselves would make an index as large as the table.
create index programme_of_title on programme (hashtext(title), starts_at);

create function note_programme_titles() returns trigger language plpgsql as $$
begin
  insert into programme_title (title) select distinct title from changed order by title on conflict do nothing;
  return null;
end $$;
create trigger programme_titles_are_noted after insert on programme referencing new table as changed
  for each statement execute function note_programme_titles();
create trigger programme_titles_are_noted_again after update on programme referencing new table as changed
  for each statement execute function note_programme_titles();
insert into programme_title (title) select distinct title from programme;
