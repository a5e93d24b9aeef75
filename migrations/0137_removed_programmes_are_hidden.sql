-- A programme that an operator removes is hidden where it is read, whatever an import has at hand: nobody waits for anybody.

alter table programme rename to guide_programme;
alter index programme_pkey rename to guide_programme_pkey;
comment on table guide_programme is 'Programmes as guides have them, also those that were removed: what is shown is programme. From 14 days back to 14 days ahead. By channel and start: what is on now, next, on a day, and within hours of many channels are short ranges of the primary key.';

create view programme as
  select * from guide_programme where not exists (select from removed_programme where programme_id = guide_programme.id);
comment on view programme is 'What is on: all that guides have, but for what operators have removed. Everybody reads this; imports write guide_programme.';

create or replace function delete_programmes() returns trigger language plpgsql as $$
begin
  delete from guide_programme where guide_channel_id in (select id from deleted);
  return null;
end $$;
comment on table removed_programme is 'Programmes that an operator has removed: their guides keep them, and nobody sees them. Kept for 30 days, after which no guide has them.';
