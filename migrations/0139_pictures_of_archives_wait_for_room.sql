-- Pictures of an archive that can't be kept now wait until they can, and say why.

alter table import_preview
  add column pictures_held text collate "C" check (pictures_held in ('full', 'away'));
comment on column import_preview.pictures_held is 'Why its pictures that wait could not be kept when that was last tried; null: they could, or nothing was tried yet.';
