-- Without the path of the file, which has moved.
comment on column guide_channel.match_names is 'Its names as compared with those of TV channels, by `matchName`.';
