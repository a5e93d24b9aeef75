-- Pictures of programmes: guides name addresses elsewhere, which are fetched once for all programmes that name them.

create table programme_picture (
  address_md5 uuid primary key generated always as (md5(address)::uuid) stored,
  address text not null check (octet_length(address) <= 8192),
  picture_id text collate "C" references picture,
  due_at timestamptz,
  check ((picture_id is null) = (due_at is not null))
);
create index programme_picture_picture_id on programme_picture (picture_id) where picture_id is not null;
comment on table programme_picture is 'Addresses of pictures that were fetched, or begun to be. Programmes name them by their icon_url.';
comment on column programme_picture.address_md5 is 'Addresses are too long for an index.';
comment on column programme_picture.due_at is 'Not asked for again before; null: its picture is there.';

create index programme_of_picture on programme ((md5(icon_url)::uuid)) where icon_url is not null;
