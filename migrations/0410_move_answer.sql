-- Repeated moves are answered as before, also after their things were deleted.
alter table move_operation
  add column channels text[] not null default '{}',
  add column answer json,
  drop constraint move_operation_kind_check,
  add constraint move_operation_kind_check check (kind in ('video', 'videos', 'series', 'change'));
comment on column move_operation.channels is 'Ids of the channels that it changed: only their editors get the answer.';
comment on column move_operation.answer is 'The moved thing, or the series that it moved to, without videos. Null: none, or made by an older version.';
