-- Whoever was told of a programme that an operator removes no longer sees that, until it is put back.

alter table notification add column programme_id text collate "C" check (programme_id ~ '^[0-9A-Za-z]{11}$');
comment on column notification.programme_id is 'The programme it is about; while that is removed nobody sees it. No foreign key: guides keep programmes for two weeks.';
update notification set programme_id = substring(path from '[?&]epgId=([0-9A-Za-z]{11})(?:&|$)') where kind = 'reminder';
create index notification_programme_id on notification (programme_id) where programme_id is not null;
comment on table removed_programme is 'Programmes that an operator has removed: their guides keep them, and nobody sees them. Kept for 30 days, after which no guide has them, and for as long as somebody was told of one.';
