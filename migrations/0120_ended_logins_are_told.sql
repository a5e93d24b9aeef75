-- Whoever logs out, or is logged out elsewhere, follows nothing any more: the pages of that login are asked for it at once, and not with their next heartbeat.

alter table live_event drop constraint live_event_name_check;
alter table live_event add constraint live_event_name_check check (name in ('changed', 'notification', 'login_ended'));

create function tell_of_ended_logins() returns trigger language plpgsql as $$
begin
  insert into live_event (receiver_id, name, data) select distinct account_id, 'login_ended', '{}'::jsonb from ended;
  return null;
end $$;
create trigger ended_logins_are_told after delete on session referencing old table as ended
  for each statement execute function tell_of_ended_logins();
