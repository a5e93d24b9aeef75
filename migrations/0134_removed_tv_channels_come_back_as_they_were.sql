-- A TV channel that is put back after a report is on or off as it was.

alter table tv_channel add column was_off boolean;
comment on column tv_channel.was_off is 'Removed after a report: whether it was off before. Null: it is not removed, or has been turned on or off by hand since.';

update tv_channel set was_off = false
where is_off and exists (select from report where report.tv_channel_id = tv_channel.id and report.programme_id is null and report.state = 'removed');
