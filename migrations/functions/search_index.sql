-- Notes changes for the search index, and hides at once documents that fewer users may find. Noting locks an earlier note of the same thing: the job skips
-- it until this transaction ends, and never writes the former state after it. Deletions are noted too, for a job that has read the thing already.
-- Always note before changing a document, as the job takes a note before it: otherwise both could wait for each other.

-- Hides documents from all users until the job has written them again. Call it after noting the change: a running job that read the former
-- state has ended then.
create or replace function hide_documents(ids bigint[]) returns void language sql
begin atomic
  delete from search_term where document_id = any (ids);
  update search_document set hidden_scope = coalesce(scope, hidden_scope), scope = null, owner_id = null where id = any (ids);
end;

-- Row by row: moves, views and likes update many videos, and change nothing here.
create or replace function note_video_change() returns trigger language plpgsql as $$
begin
  insert into search_change (subject, key) values ('video', new.id) on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
  if (old.adult, old.removed_at) is distinct from (new.adult, new.removed_at) or old.series_id <> new.series_id and not exists (
    select from series one join series other on other.playlist_id = one.playlist_id where one.id = old.series_id and other.id = new.series_id)
  then
    perform hide_documents(array(select id from search_document where subject = 'video' and key = new.id));
  end if;
  return null;
end $$;
create or replace trigger video_updated_search after update on video for each row
  when ((old.title, old.description, old.adult, old.removed_at, old.series_id)
    is distinct from (new.title, new.description, new.adult, new.removed_at, new.series_id))
  execute function note_video_change();

create or replace function note_series_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into search_change (subject, key) select 'series', id from before order by id
      on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
    delete from search_term using search_document d where d.subject = 'series' and d.key in (select id from before) and document_id = d.id;
    delete from search_document where subject = 'series' and key in (select id from before);
  elsif tg_op = 'INSERT' then
    insert into search_change (subject, key) select 'series', id from after order by id on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
  else
    insert into search_change (subject, key)
      select 'series', after.id from after join before on before.id = after.id
      where (before.name, before.description, before.removed_at, before.playlist_id) is distinct from (after.name, after.description, after.removed_at, after.playlist_id)
      union
      select 'video', video.id from after join before on before.id = after.id join video on video.series_id = after.id
      where (before.removed_at, before.playlist_id) is distinct from (after.removed_at, after.playlist_id)
      order by 1, 2 on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
    perform hide_documents(array(
      with hidden as (
        select after.id from after join before on before.id = after.id
        where (before.removed_at, before.playlist_id) is distinct from (after.removed_at, after.playlist_id))
      select d.id from hidden join search_document d on d.subject = 'series' and d.key = hidden.id
      union all
      select d.id from hidden join video on video.series_id = hidden.id join search_document d on d.subject = 'video' and d.key = video.id));
  end if;
  return null;
end $$;
create or replace trigger series_inserted_search after insert on series referencing new table as after for each statement execute function note_series_change();
create or replace trigger series_updated_search after update on series referencing old table as before new table as after
  for each statement execute function note_series_change();
create or replace trigger series_deleted_search after delete on series referencing old table as before for each statement execute function note_series_change();

create or replace function note_channel_readers() returns trigger language plpgsql as $$
begin
  insert into search_change (subject, key)
    select 'playlist', new.key::text
    union all
    select 'series', series.id from series where series.playlist_id = new.id
    union all
    select 'video', video.id from series join video on video.series_id = series.id where series.playlist_id = new.id
    order by 1, 2 on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
  perform hide_documents(array(select id from search_document where playlist_key = new.key));
  return null;
end $$;
create or replace trigger playlist_readers_searched after update on playlist for each row
  when ((old.status_id, old.adult, old.removed_at, old.owner_id) is distinct from (new.status_id, new.adult, new.removed_at, new.owner_id))
  execute function note_channel_readers();

-- For things whose documents depend only on their own row: TG_ARGV names the subject, whose document the deletion removes.
create or replace function note_search_change() returns trigger language plpgsql as $$
begin
  execute format('insert into search_change (subject, key) select %L, %I::text from %I order by 2
    on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0',
    tg_argv[0], tg_argv[1], case tg_op when 'DELETE' then 'before' else 'after' end);
  if tg_op = 'DELETE' then
    execute format('with gone as (delete from search_document using before where search_document.subject = %L and search_document.key = before.%I::text returning search_document.id)
      delete from search_term using gone where document_id = gone.id', tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;
create or replace trigger playlist_inserted_search after insert on playlist referencing new table as after
  for each statement execute function note_search_change('playlist', 'key');
create or replace trigger playlist_deleted_search after delete on playlist referencing old table as before
  for each statement execute function note_search_change('playlist', 'key');
create or replace trigger video_inserted_search after insert on video referencing new table as after
  for each statement execute function note_search_change('video', 'id');
create or replace trigger video_deleted_search after delete on video referencing old table as before
  for each statement execute function note_search_change('video', 'id');
create or replace trigger tv_channel_inserted_search after insert on tv_channel referencing new table as after
  for each statement execute function note_search_change('channel', 'id');
create or replace trigger tv_channel_deleted_search after delete on tv_channel referencing old table as before
  for each statement execute function note_search_change('channel', 'id');
create or replace trigger tier_inserted_search after insert on tier referencing new table as after
  for each statement execute function note_search_change('package', 'id');
create or replace trigger tier_deleted_search after delete on tier referencing old table as before
  for each statement execute function note_search_change('package', 'id');

-- Titles of the guide never change.
create or replace trigger programme_title_inserted_search after insert on programme_title referencing new table as after
  for each statement execute function note_search_change('programme', 'title');
create or replace trigger programme_title_deleted_search after delete on programme_title referencing old table as before
  for each statement execute function note_search_change('programme', 'title');

create or replace function note_text_change() returns trigger language plpgsql as $$
begin
  insert into search_change (subject, key) values (tg_argv[0], to_jsonb(new) ->> tg_argv[1]) on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
  return null;
end $$;
create or replace trigger playlist_texts_searched after update on playlist for each row
  when ((old.name, old.tags, old.description) is distinct from (new.name, new.tags, new.description))
  execute function note_text_change('playlist', 'key');
create or replace trigger tv_channel_texts_searched after update on tv_channel for each row
  when ((old.name, old.groups) is distinct from (new.name, new.groups)) execute function note_text_change('channel', 'id');
create or replace trigger tier_texts_searched after update on tier for each row
  when ((old.name, old.package_name, old.description) is distinct from (new.name, new.package_name, new.description))
  execute function note_text_change('package', 'id');

-- For TV channels and packages that are hidden from everybody, or shown again.
create or replace function note_shown_change() returns trigger language plpgsql as $$
begin
  insert into search_change (subject, key) values (tg_argv[0], new.id) on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
  perform hide_documents(array(select id from search_document where subject = tg_argv[0] and key = new.id));
  return null;
end $$;
create or replace trigger tv_channel_shown_searched after update on tv_channel for each row
  when ((old.is_off, old.gone_at, old.adult) is distinct from (new.is_off, new.gone_at, new.adult)) execute function note_shown_change('channel');
create or replace trigger tier_shown_searched after update on tier for each row
  when (old.archived_at is distinct from new.archived_at) execute function note_shown_change('package');

create or replace function note_user_change() returns trigger language plpgsql as $$
begin
  insert into search_change (subject, key) values ('user', coalesce(new.id, old.id)) on conflict (subject, key) do update set due_at = least(search_change.due_at, excluded.due_at), failures = 0;
  if tg_op = 'DELETE' or not new.is_found then
    delete from search_term using search_document d where d.subject = 'user' and d.key = old.id and document_id = d.id;
    delete from search_document where subject = 'user' and key = old.id;
  end if;
  return null;
end $$;
create or replace trigger user_inserted_search after insert on account for each row when (new.is_found) execute function note_user_change();
create or replace trigger user_updated_search after update on account for each row
  when ((old.nickname, old.is_found) is distinct from (new.nickname, new.is_found)) execute function note_user_change();
create or replace trigger user_deleted_search after delete on account for each row execute function note_user_change();

-- Returns words of the vocabulary that are similar to `sought`, and don't contain it. First those with one letter left out, added, replaced or moved; with
-- is_close, for words that exist, only if the first letter is the same; else with longer words. If there are none, words that equal or
-- begin with `sought` with up to 2 errors: it looks at 500 words that share trigrams. Two swapped letters leave about a quarter of the trigrams, so the
-- extension's own threshold is too strict.
create or replace function misspelled_words(sought text, is_close boolean, most integer) returns table (word text) stable strict language sql
  set pg_trgm.word_similarity_threshold = 0.25
begin atomic
  with near as materialized (
    select known.word, known.uses, left(known.word, 1) = left(sought, 1) as is_first_alike, levenshtein_less_equal(sought, known.word, 2) as errors
    from search_vocabulary known where word_remains(known.word) && word_remains(sought) and strpos(known.word, sought) = 0),
  alike as materialized (
    select * from near
    where case when is_close then length(sought) >= 5 and errors <= 1 and is_first_alike else errors <= case when length(sought) < 5 then 1 else 2 end end),
  likely as (
    select known.word, known.uses, left(known.word, 1) = left(sought, 1) as is_first_alike,
      least(levenshtein_less_equal(sought, known.word, 2), levenshtein_less_equal(sought, left(known.word, length(sought)), 2)) as errors
    from (
      select search_vocabulary.* from search_vocabulary
      where not is_close and length(sought) >= 5 and sought !~ '[0-9]' and not exists (select from alike) and sought <% search_vocabulary.word limit 500) as known
    where strpos(known.word, sought) = 0)
  select found.word from (
    select * from alike
    union all
    select longer.word, longer.uses, alike.is_first_alike, alike.errors + 1 from alike join search_vocabulary longer
      on longer.word > alike.word and longer.word < alike.word || chr(1114111) where not is_close
    union all
    select * from likely where errors <= 2) as found
  order by uses = 0, errors + (not is_first_alike)::int, uses desc, found.word limit most;
end;
