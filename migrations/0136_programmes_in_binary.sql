-- What writing a programme costs: lengths that are known without counting characters, and an index whose entries are written side by side.

-- Readers count characters, and the rows that they write are looked through before they come here.
alter table programme
  drop constraint programme_id_check,
  drop constraint programme_title_check,
  drop constraint programme_sub_title_check,
  drop constraint programme_description_check,
  drop constraint programme_language_check,
  drop constraint programme_episode_text_check,
  drop constraint programme_rating_check,
  add constraint programme_id_check check (octet_length(id) = 11),
  add constraint programme_title_check check (octet_length(title) between 1 and 1020),
  add constraint programme_sub_title_check check (octet_length(sub_title) <= 1020),
  add constraint programme_description_check check (octet_length(description) <= 20000),
  add constraint programme_language_check check (octet_length(language) <= 140),
  add constraint programme_episode_text_check check (octet_length(episode_text) <= 400),
  add constraint programme_rating_check check (octet_length(rating) <= 400);

-- A guide comes channel by channel: entries of one lie on a few pages. Whoever looks for a picture asks for it channel by channel too.
drop index programme_of_picture;
create index programme_of_picture on programme (guide_channel_id, hashtext(icon_url)) where icon_url is not null;
