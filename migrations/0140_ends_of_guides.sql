-- What a guide says of the end of a programme is after its start: for PostgreSQL -infinity is a time too.
alter table guide_programme add check (guide_stops_at > starts_at);
