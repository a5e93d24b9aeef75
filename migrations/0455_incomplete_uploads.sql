-- Percentage of the video that a file lacks, which stops early. Null: complete, or unknown.
alter table upload add column missing_percent smallint check (missing_percent between 1 and 100);
