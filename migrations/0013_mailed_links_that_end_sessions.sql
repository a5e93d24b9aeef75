-- Whose password was changed is told by mail, with a link that ends all sessions.

alter table one_time_secret drop constraint one_time_secret_purpose_check;
alter table one_time_secret add constraint one_time_secret_purpose_check check (purpose in ('reset', 'adult', 'sessions'));
create index one_time_secret_sessions on one_time_secret (secret_hash) where purpose = 'sessions';
