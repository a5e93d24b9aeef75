-- What happens while somebody looks: told to their open pages, through whichever process these are connected to.

create table live_event (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  receiver_id text collate "C" not null,
  name text collate "C" not null check (name in ('changed', 'notification')),
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index live_event_transaction on live_event (transaction);
create index live_event_created_at on live_event (created_at);
comment on table live_event is 'Events for open pages, kept for an hour: a page that lost its connection resumes where it was.';
comment on column live_event.transaction is 'Which wrote it. What a page has seen is a snapshot of transactions: of two that run at once, the one with the lower number may end later.';
comment on column live_event.receiver_id is 'The account whose pages are told.';

create function tell_of_live_events() returns trigger language plpgsql as $$
begin
  -- Without what it is about: whoever listens reads the table, for those who are connected to them.
  perform pg_notify('live_event', '');
  return null;
end $$;
create trigger live_events_are_told after insert on live_event for each statement execute function tell_of_live_events();
