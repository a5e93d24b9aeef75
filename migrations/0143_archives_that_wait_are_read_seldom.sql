-- Where the pictures of one archive can't be kept, those of others can't either: that is not tried with each of them.

alter table import_preview add column pictures_held_at timestamptz;
comment on column import_preview.pictures_held_at is 'When its pictures were last tried and could not be kept; null: they could, or another''s were tried in their place.';
create index import_preview_held_at on import_preview (pictures_held_at) where pictures_held_at is not null;
