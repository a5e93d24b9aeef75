-- Without these, deleting an account or a team reads the whole table, and so does the list of a user's subscriptions.
create index subscription_user_id on subscription (user_id);
create index playlist_team_id on playlist (team_id) where team_id is not null;
create index playlist_group_team_id on playlist_group (team_id) where team_id is not null;
create index shortcut_team_id on shortcut (team_id) where team_id is not null;
-- Also of the few notifications that aren't in the bell.
create index notification_account on notification (account_id, seq desc);
drop index notification_list;
-- Also of answered suggestions.
create index team_suggestion_of_team on team_suggestion (team_id, state, seq desc);
drop index team_suggestion_team_id;
