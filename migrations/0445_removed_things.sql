-- Finds the removal of a thing that a refused call names.
create index team_act_removed on team_act using gin (thing_ids) where kind = 'removed';
