-- Programmes are shared too: then the address leads to a TV channel.

alter table direct_share
  alter column playlist_id drop not null,
  add column tv_channel_id text collate "C",
  add check (num_nonnulls(playlist_id, tv_channel_id) = 1);
comment on column direct_share.tv_channel_id is 'The TV channel on which the programme was shared. No foreign key: the address leads nowhere when that has gone.';
