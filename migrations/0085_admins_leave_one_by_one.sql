-- Of a team's admins that leave at the same moment each saw the other, and the team was left without any: now they come one after the other.

create or replace function pass_admin_on() returns trigger language plpgsql as $$
begin
  perform from team where id = old.team_id for no key update;
  update team_member set is_admin = true where team_id = old.team_id and user_id = (
      select user_id from team_member where team_id = old.team_id and accepted_at is not null order by accepted_at, user_id limit 1)
    and not exists (select from team_member where team_id = old.team_id and is_admin);
  return null;
end $$;
