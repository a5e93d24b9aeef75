/** Titles of videos as readers see them. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kit/server/reader.ts'
import { videoLock } from './access.ts'

/** SQL on `video`: the title without an address. If the title is the link's host and path, only the host. */
export const titleWithoutAddress = sql<string>`coalesce(substring(video.title from '(?i)^(?:https?://)?(?:www\\.)?([^\\s/]+\\.[^\\s/]+)/'), video.title)`

/** SQL on `video`: the title, without a locked address. @param lock SQL on `video` and `playlist` that is null if the video is open */
export const titleWithoutLockedAddress = (lock: RawBuilder<unknown>) =>
  sql<string>`case when video.title like '%/%' and ${lock} is not null then ${titleWithoutAddress} else video.title end`
/** SQL on `video` and `playlist`: the video's title for a reader. */
export const shownTitle = (reader: Reader) => titleWithoutLockedAddress(videoLock(reader))
