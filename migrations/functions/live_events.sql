-- Wakes all instances, which send new events to their open pages.

create or replace function tell_of_live_events() returns trigger language plpgsql as $$
begin
  -- Without a payload: each instance reads the table for the users that are connected to it.
  perform pg_notify('live_event', '');
  return null;
end $$;
create or replace trigger live_events_are_told after insert on live_event for each statement execute function tell_of_live_events();

-- Whether an account may still receive an event. Checked at each delivery, also of events that a page missed.
create or replace function may_receive(receiver text, scope text) returns boolean stable parallel safe language sql
return scope is null or exists (
  select from team_member where user_id = receiver and team_id = scope);
