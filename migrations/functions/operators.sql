-- Whether there is an operator who can act. One whose deletion is due doesn't count.
create or replace function has_operator() returns boolean language sql stable as $$
  select exists (select from account where is_operator and removed_at is null and deletion_due_at is null
    and (suspended_until is null or suspended_until <= now()))
$$;

-- Ensures that an operator who can act remains. Checked at the end of a transaction, one at a time, because two operators who demote each
-- other concurrently would each still see the other.
create or replace function require_operator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('operator'));
  if not has_operator() then
    raise exception 'an installation keeps an operator' using errcode = 'check_violation', constraint = 'operator_left';
  end if;
  return null;
end $$;
drop trigger if exists operator_is_left on account;
create constraint trigger operator_is_left after update on account deferrable initially deferred for each row
  when (old.is_operator and (not new.is_operator or new.removed_at is not null or new.deletion_due_at is not null
    or new.suspended_until > now()))
  execute function require_operator();
drop trigger if exists deleted_operator_is_left on account;
create constraint trigger deleted_operator_is_left after delete on account deferrable initially deferred for each row
  when (old.is_operator) execute function require_operator();

-- A suspension ends all logins, and other access such as calendars and feeds.
create or replace function end_access_of_suspended() returns trigger language plpgsql as $$
begin
  delete from session where account_id = new.id;
  return null;
end $$;
create or replace function void_access_of_suspended() returns trigger language plpgsql as $$
begin
  new.logins_ended_at := now();
  return new;
end $$;
create or replace trigger suspension_voids_access before update of suspended_until on account for each row
  when (new.suspended_until is distinct from old.suspended_until and new.suspended_until is not null)
  execute function void_access_of_suspended();
create or replace trigger suspension_ends_logins after update of suspended_until on account for each row
  when (new.suspended_until is distinct from old.suspended_until and new.suspended_until is not null)
  execute function end_access_of_suspended();
