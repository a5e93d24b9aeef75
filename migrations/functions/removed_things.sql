-- Stores captions and comments of removed videos and series, and returns them with the restored ones.

-- Stores the captions and comments of the removed things. Call it before they are deleted.
create or replace function keep_with_removed(removal text) returns void language plpgsql as $$
begin
  insert into removed_captions (act_id, video_id, language, vtt, changed_at)
    select removal, captions.video_id, language, vtt, changed_at
    from removed_thing cross join jsonb_array_elements(videos) kept
    join video_captions captions on captions.video_id = kept -> 'row' ->> 'id'
    where act_id = removal;
  update comment_thread thread set removed_by = removal, removed_video_id = thread.video_id, video_id = null
    from removed_thing cross join jsonb_array_elements(videos) kept
    where act_id = removal and thread.video_id = kept -> 'row' ->> 'id';
  update comment_thread thread set removed_by = removal, removed_series_id = thread.series_id, series_id = null
    from removed_thing
    where act_id = removal and thread.series_id = removed_thing.series -> 'row' ->> 'id';
  perform trim_team_acts(team_id) from team_act where id = removal;
end $$;

-- Returns them to the restored things, and deletes the stored copies.
create or replace function return_with_restored(removal text) returns void language plpgsql as $$
begin
  insert into video_captions (video_id, language, vtt, changed_at)
    select captions.video_id, language, vtt, changed_at
    from removed_captions captions join video on video.id = captions.video_id where act_id = removal;
  update comment_thread thread set video_id = removed_video_id, removed_by = null, removed_video_id = null
    from video where thread.removed_by = removal and video.id = removed_video_id;
  update comment_thread thread set series_id = removed_series_id, removed_by = null, removed_series_id = null
    from series where thread.removed_by = removal and series.id = removed_series_id;
  delete from removed_thing where act_id = removal;
end $$;
