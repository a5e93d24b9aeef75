-- Copies of channels, series and videos: what each is a copy of, and ids that the statement makes which writes a copy.

alter table playlist add column copied_playlist_key bigint;
alter table series add column copied_series_id text collate "C";
comment on column playlist.copied_playlist_key is 'What this is a copy of (playlist.key, which stays when the id is replaced), which may be gone by now.';
comment on column series.copied_series_id is 'What this is a copy of, which may be gone by now.';

-- Of a UUID of version 4 the first 48 bits are random: 8 signs of 6 bits each. Two of the 64 signs are no letters or digits; others stand
-- for them, which costs a fifth of a bit in all.
create function random_id() returns text volatile parallel safe language sql
  return translate(
    left(encode(uuid_send(gen_random_uuid()), 'base64'), 8) || left(encode(uuid_send(gen_random_uuid()), 'base64'), 3), '+/', 'Kz');
comment on function random_id is 'A new id as the server makes them: 11 random letters and digits.';
