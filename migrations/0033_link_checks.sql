-- Links that die: what the last looks at an address have found, once for all videos that have it, and what of that each video shows.

alter table video
  add column link_state text collate "C" not null default 'well' check (link_state in ('well', 'doubtful', 'gone')),
  add column link_problem text collate "C"
    check (link_problem in ('removed', 'private', 'not_embeddable', 'not_found', 'unreachable', 'not_playable')),
  add column link_failed_at timestamptz,
  add constraint video_link_failure check ((link_state = 'well') = (link_problem is null) and (link_state = 'well') = (link_failed_at is null));
comment on column video.link_state is 'Copied from link_check: well, doubtful (its address failed once), or gone (failed again at least a day later).';
comment on column video.link_problem is 'Why its address fails.';
comment on column video.link_failed_at is 'When its address failed first.';
-- By what it holds: addresses may be longer than an entry of a b-tree. And what an owner is shown of a channel.
create index video_src on video using hash (src);
create index video_gone on video (series_id) where link_state = 'gone';

create table link_check (
  address text collate "C" primary key check (octet_length(address) <= 2048),
  host text collate "C" not null check (length(host) between 1 and 255),
  state text collate "C" not null default 'well' check (state in ('well', 'doubtful', 'gone')),
  problem text collate "C" check (problem in ('removed', 'private', 'not_embeddable', 'not_found', 'unreachable', 'not_playable')),
  failed_at timestamptz,
  gone_at timestamptz,
  silent_since timestamptz,
  looked_at timestamptz,
  due_at timestamptz not null,
  check ((state = 'well') = (problem is null) and (state = 'well') = (failed_at is null)),
  check ((state = 'gone') = (gone_at is not null))
);
create index link_check_due on link_check (due_at);
create index link_check_of_host on link_check (host, due_at);
create index link_check_gone on link_check (gone_at) where state = 'gone';
comment on table link_check is 'What was found at the addresses of videos: each is looked at about once a week, however many videos have it.';
comment on column link_check.address is 'As videos have it in src.';
comment on column link_check.host is 'Who is asked: the host of the address, or of the service that describes it.';
comment on column link_check.failed_at is 'When it failed first since it was last well.';
comment on column link_check.gone_at is 'When it was found to be gone.';
comment on column link_check.silent_since is 'Since when nothing comes from there. A week of that is a failure.';
comment on column link_check.looked_at is 'The last look that had an answer or should have had one; null: none so far.';
comment on column link_check.due_at is 'When it is looked at next.';

create table link_check_host (
  host text collate "C" primary key,
  claimed_until timestamptz,
  paused_until timestamptz
);
comment on table link_check_host is 'One process at a time asks a host.';
comment on column link_check_host.claimed_until is 'A process asks it, until then at most.';
comment on column link_check_host.paused_until is 'It asked to be left alone until then.';

-- Whatever address a video gets, by being added, copied or changed: what is known of that is known of the video.
create function take_link_state() returns trigger language plpgsql as $$
begin
  select state, problem, failed_at into new.link_state, new.link_problem, new.link_failed_at from link_check where address = new.src;
  if not found then
    new.link_state := 'well';
    new.link_problem := null;
    new.link_failed_at := null;
  end if;
  return new;
end $$;
create trigger video_takes_link_state before insert on video for each row execute function take_link_state();
create trigger video_takes_other_link_state before update of src on video for each row
  when (old.src is distinct from new.src) execute function take_link_state();
