-- Ids of programmes begin with their channel and end with their start: entries of one channel lie side by side in the index of ids. They were
-- written anywhere in it, which took a seventh of the database's time for an import. `programmeId` makes them, of the same bytes.

-- Of another process nothing is written meanwhile.
lock table guide_programme in share row exclusive mode;

create temporary table renamed on commit drop as
with digit as (select substring('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', value + 1, 1) as letter, value from generate_series(0, 61) as value),
  of_channel as (
    select guide_channel.id, string_agg(letter, '' order by place) as id_start
    from guide_channel
      cross join lateral (select sha256(convert_to(source_id || E'\n' || key, 'UTF8')) as bytes) as digest
      cross join generate_series(0, 6) as place
      join digit on value = (get_byte(bytes, 2 * place) * 256 + get_byte(bytes, 2 * place + 1)) % 62
    group by guide_channel.id
  ), of_start as (
    select starts_at, string_agg(letter, '' order by place desc) as id_end
    from (select distinct starts_at from guide_programme) as start
      cross join generate_series(0, 3) as place
      join digit on value = extract(epoch from starts_at)::bigint / (62 ^ place)::bigint % 62
    group by starts_at
  )
select guide_programme.id as old_id, id_start || id_end as new_id
from guide_programme join of_channel on of_channel.id = guide_channel_id join of_start using (starts_at);
create index on renamed (old_id);
-- Two channels of which the seven letters are the same: one of two programmes keeps its id.
delete from renamed using renamed as other where renamed.new_id = other.new_id and renamed.old_id > other.old_id;
analyze renamed;

alter table guide_programme drop constraint programme_id_key;
update guide_programme set id = new_id from renamed where id = old_id;
alter table guide_programme add constraint programme_id_key unique (id);
comment on column guide_programme.id is 'Seven letters of its channel and four of its start: entries of one channel lie side by side in the index.';

update removed_programme set programme_id = new_id from renamed where programme_id = old_id;
update reminder set programme_id = new_id from renamed where programme_id = old_id;
update programme_position set programme_id = new_id from renamed where programme_id = old_id;
update programme_view_count set programme_id = new_id from renamed where programme_id = old_id;
update tv_view_to_count set programme_id = new_id from renamed where programme_id = old_id;
update view_action set programme_id = new_id from renamed where programme_id = old_id;
update report set programme_id = new_id, url = replace(url, old_id, new_id) from renamed where programme_id = old_id;
update notification set programme_id = new_id from renamed where programme_id = old_id;
-- What is shared names its programme in its address alone.
update notification set path = replace(path, old_id, new_id) from renamed where old_id = substring(path from '[?&]epgId=([0-9A-Za-z]{11})(?:&|$)');
