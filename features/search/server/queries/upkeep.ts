/** Nightly upkeep of the search index. */
import { sql } from 'kysely'
import type { Db } from '#kit/server/db/db.ts'
import { indexedSubjects } from '../../rules.ts'
import { popularityOf } from './index.ts'

/** Minimum difference of popularity that visibly changes the order of results. */
const minChange = 20

/** Queues things for indexing if their views or followers have changed much since they were indexed. */
export const queueChangedPopularity = (db: Db) =>
  sql`
    insert into search_change (subject, key)
    select subject, document.key from search_document as document join video on video.id = document.key
      where subject = 'video' and abs(popularity - ${popularityOf(sql`video.views`)}) >= ${sql.lit(minChange)}
    union all
    select subject, document.key from search_document as document join playlist on playlist.key = document.playlist_key
      where subject in ('playlist', 'series') and abs(popularity - ${popularityOf(sql`playlist.views`)}) >= ${sql.lit(minChange)}
    union all
    select subject, document.key from search_document as document join tv_channel_count on tv_channel_id = document.key
      where subject = 'channel' and abs(popularity - ${popularityOf(sql`followers`)}) >= ${sql.lit(minChange)}
    order by 1, 2 on conflict do nothing`.execute(db)

/** Deletes words that no public thing has. */
export const deleteUnusedWords = (db: Db) =>
  sql`
    delete from search_vocabulary where not exists (
      select from unnest(array[${sql.join(indexedSubjects.map((subject) => sql.lit(subject)))}]) as indexed (subject) join search_term
        on search_term.subject = indexed.subject and scope = 'public' and term = word)`.execute(db)
