-- The public channels of one person, newest first, a page at a time.
create index playlist_owner_listing on playlist (owner_id, listing_rank, id) where listing_rank is not null;
comment on index playlist_owner_listing is 'Pages of the public channels on somebody''s profile.';
