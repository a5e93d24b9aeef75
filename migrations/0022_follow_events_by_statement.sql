-- Follows and unfollows are noted once a statement: a channel that goes takes all its followers with it in one.

drop trigger follow_is_noted on follow;
create or replace function note_follow() returns trigger language plpgsql as $$
begin
  -- Whatever is followed or follows may be gone already: its follows go with it.
  insert into follow_event (playlist_key, followed_user_id, user_id, kind, happened_at)
  select changed.playlist_key, changed.followed_user_id, follower.id,
    case when tg_op = 'DELETE' then 'unfollow'
      when exists (select from follow_event earlier where earlier.user_id = changed.user_id
        and (earlier.playlist_key = changed.playlist_key or earlier.followed_user_id = changed.followed_user_id)) then 'follow'
      else 'first_follow' end,
    case tg_op when 'INSERT' then changed.created_at else now() end
  from changed
    left join account follower on follower.id = changed.user_id
    left join playlist on playlist.key = changed.playlist_key
    left join account followed on followed.id = changed.followed_user_id
  where playlist.key is not null or followed.id is not null
  order by changed.position;
  return null;
end $$;
create trigger follow_is_noted after insert on follow referencing new table as changed for each statement execute function note_follow();
create trigger unfollow_is_noted after delete on follow referencing old table as changed for each statement execute function note_follow();
