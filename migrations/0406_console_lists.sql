-- The console lists users and acts by these filters, latest first.
create index account_latest on account (created_at desc, id desc);
drop index account_created_at;
create index account_broadcasters on account (created_at desc, id desc) where is_broadcaster;
create index account_uploaders on account (created_at desc, id desc) where can_upload_video;
create index account_removed_latest on account (created_at desc, id desc) where removed_at is not null;

create index audit_thing_id on audit (thing_id, id desc) where thing_id is not null;
create index audit_thing_type on audit (thing_type, id desc);
drop index audit_thing;

-- Counts failed jobs by kind.
create index job_dead on job (name) where state = 'dead';
