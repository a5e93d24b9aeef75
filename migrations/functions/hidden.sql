-- Notifies processes that read replicas of commits that hide something: they read the primary until a replica has the commit. PostgreSQL
-- sends one notification for each transaction, at its commit.
create or replace function tell_of_hidden() returns trigger language plpgsql as $$
begin
  perform pg_notify('hidden', '');
  return null;
end $$;

create or replace trigger playlist_hidden after update on playlist for each row
  when ((old.id, old.status_id, old.adult, old.removed_at, old.owner_id, old.slug, old.is_paid)
    is distinct from (new.id, new.status_id, new.adult, new.removed_at, new.owner_id, new.slug, new.is_paid))
  execute function tell_of_hidden();
create or replace trigger series_hidden after update on series for each row
  when ((old.removed_at, old.playlist_id) is distinct from (new.removed_at, new.playlist_id)) execute function tell_of_hidden();
create or replace trigger video_hidden after update on video for each row
  when ((old.src, old.adult, old.removed_at, old.series_id, old.blocked_countries, old.is_origin_lost)
    is distinct from (new.src, new.adult, new.removed_at, new.series_id, new.blocked_countries, new.is_origin_lost))
  execute function tell_of_hidden();
create or replace trigger tv_channel_hidden after update on tv_channel for each row
  when ((old.is_off, old.gone_at, old.adult, old.blocked_countries, old.stream_url, old.is_paid)
    is distinct from (new.is_off, new.gone_at, new.adult, new.blocked_countries, new.stream_url, new.is_paid))
  execute function tell_of_hidden();
create or replace trigger account_hidden after update on account for each row
  when ((old.is_found, old.nickname, old.removed_at, old.adult_content, old.birthday, old.country_id)
    is distinct from (new.is_found, new.nickname, new.removed_at, new.adult_content, new.birthday, new.country_id))
  execute function tell_of_hidden();
create or replace trigger subscription_hidden after update on subscription for each row
  when ((old.active_to, old.ended_at, old.renews) is distinct from (new.active_to, new.ended_at, new.renews)) execute function tell_of_hidden();
create or replace trigger tier_hidden after update on tier for each row
  when ((old.is_free, old.archived_at) is distinct from (new.is_free, new.archived_at)) execute function tell_of_hidden();

create or replace trigger playlist_deleted after delete on playlist for each statement execute function tell_of_hidden();
create or replace trigger series_deleted after delete on series for each statement execute function tell_of_hidden();
create or replace trigger video_deleted after delete on video for each statement execute function tell_of_hidden();
create or replace trigger tv_channel_deleted after delete on tv_channel for each statement execute function tell_of_hidden();
create or replace trigger account_deleted after delete on account for each statement execute function tell_of_hidden();
create or replace trigger subscription_deleted after delete on subscription for each statement execute function tell_of_hidden();
create or replace trigger tier_deleted after delete on tier for each statement execute function tell_of_hidden();
create or replace trigger tier_item_hidden after insert or delete on tier_item for each statement execute function tell_of_hidden();
create or replace trigger team_member_left after delete on team_member for each statement execute function tell_of_hidden();
