-- Two channels' short addresses must not pass for each other. Of those that do already, the oldest channel keeps its own.

alter table playlist add column slug_look text collate "C"
  generated always as (replace(replace(translate(slug, '01i-', 'oll'), 'm', 'rn'), 'w', 'vv')) stored;
update playlist set slug = null
  where slug_look = '' or exists (
    select from playlist as older
    where older.slug_look = playlist.slug_look and (older.created_at, older.id) < (playlist.created_at, playlist.id));
alter table playlist add constraint playlist_slug_look_key unique (slug_look);
alter table playlist add constraint playlist_slug_look_check check (slug_look <> '');
comment on column playlist.slug_look is 'What the slug looks like (lookAlikeKey in features/accounts/rules.ts).';
comment on column account.nickname_key is 'What the nickname looks like (lookAlikeKey in features/accounts/rules.ts): two that look alike can''t both exist.';
