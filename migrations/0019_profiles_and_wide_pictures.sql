-- The public channels of one person, newest first, a page at a time.
create index playlist_owner_listing on playlist (owner_id, listing_rank, id) where listing_rank is not null;
comment on index playlist_owner_listing is 'Pages of the public channels on somebody''s profile.';

-- Pictures are made up to 1600 pixels wide.
alter table picture drop constraint picture_id_check;
alter table picture add constraint picture_id_check check (id ~ '^[0-9A-Za-z]{16}-[0-9]{1,4}x[0-9]{1,4}-[0-9a-f]{6}$');
