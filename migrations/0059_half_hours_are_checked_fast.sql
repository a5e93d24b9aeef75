-- The check of a view's half hour, without the function: that is looked into anew for each row.
alter table view_action
  drop constraint view_action_half_hour_check,
  add constraint view_action_half_hour_check check (half_hour = floor(date_part('epoch', viewed_at at time zone 'utc') / 1800));
