-- Posters that lists name for what is on demand are fetched as pictures of programmes are: once for an address, whatever names it.

alter table tv_item drop column picture_id;
create index tv_item_of_picture on tv_item (hashtext(poster_url)) where poster_url is not null;
comment on table programme_picture is
  'Addresses of pictures that were fetched, or begun to be. Programmes name them by their icon_url, what is on demand by its poster_url.';
