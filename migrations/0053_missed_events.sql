-- A page that resumes asks for its own events alone: without this, all that happened to everybody in an hour was walked through.
create index live_event_receiver on live_event (receiver_id, transaction);
