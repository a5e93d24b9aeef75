-- Operators list and change the channels that everybody sees first without reading all channels.
create index playlist_default_rank on playlist (default_rank) where default_rank is not null;
