-- Where a shared thing was found on another site. Null: at `address`.
alter table direct_share add column link text check (link ~* '^https?://' and length(link) <= 2048);
comment on column direct_share.link is 'Where the sharer found it on another site, instead of the address.';
comment on column direct_share.address is 'Path and query of the source on this site.';
