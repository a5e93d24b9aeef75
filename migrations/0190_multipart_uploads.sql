-- Uploads to S3 lie there as a multipart upload while they come, so that every instance can continue them.

alter table upload add column multipart_id text;
comment on column upload.multipart_id is 'The multipart upload in S3 that holds what has come; null where it comes to a disk.';
