-- A GB of a user's own quota has 2^30 bytes, as the GB of the site's quota.
update account set upload_quota = upload_quota / 1000000000 * 1073741824 where upload_quota % 1000000000 = 0 and upload_quota > 0;
