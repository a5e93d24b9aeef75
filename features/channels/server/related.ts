/** Related videos, chosen by a channel's editors. Changes lock the channel and run sequentially. */
import { commonErrors } from '#kit/contract/problems.ts'
import { type Db, violatedConstraint } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Select } from '#kit/server/select.ts'
import { channelsErrors, type RelatedVideos } from '../contract.ts'
import { limits } from '../limits.ts'
import { reorder } from '../rules.ts'
import { videosContainer } from './containers.ts'
import { withContainerLocks } from './move.ts'
import { countRelatedOfPlaylist, listRelatedVideos, listRelatedIds, writeRelatedVideos } from './queries/related.ts'
import type { PictureSigner } from './signed-pictures.ts'
import type { VideoPlace } from './videos.ts'

type Sign = Awaited<ReturnType<PictureSigner>>

function groupByVideo(rows: Awaited<ReturnType<typeof listRelatedVideos>>, sign: Sign = (address) => address): RelatedVideos[] {
  const byVideo = new Map<string, RelatedVideos>()
  for (const { video_id, is_behind_link: isPrivateLinkOnly, ...card } of rows) {
    const entry = byVideo.get(video_id) ?? { video_id, related: [] }
    entry.related.push(isPrivateLinkOnly ? { ...card, image: sign(card.image) } : card)
    byVideo.set(video_id, entry)
  }
  return [...byVideo.values()]
}

/** Reads the related videos of all videos of a channel. @param signer for readers who only have the private link */
export async function readRelatedVideos(select: Select, playlistId: string, signer: PictureSigner): Promise<RelatedVideos[]> {
  const rows = await select(listRelatedVideos, playlistId)
  return groupByVideo(rows, rows.some(({ is_behind_link: isPrivateLinkOnly }) => isPrivateLinkOnly) ? await signer(playlistId) : undefined)
}

/** Reads the related videos of one video of a channel, for its editors. */
export async function readRelatedVideosOf(select: Select, playlistId: string, videoId: string): Promise<RelatedVideos> {
  const [entry] = groupByVideo(await select(listRelatedVideos, playlistId, videoId))
  return entry ?? { video_id: videoId, related: [] }
}

/** @throws 404 if the video was deleted concurrently, or its series was deleted or moved to another channel */
const changeRelatedVideos = <T>(db: Db, { id, series }: VideoPlace, change: (db: Db, ids: readonly string[]) => Promise<T>): Promise<T> =>
  withContainerLocks(db, [videosContainer(series)], async ({ db }) => change(db, await listRelatedIds(db, id))).catch((error: unknown) => {
    if (violatedConstraint(error) === 'related_video_video_id_fkey') fail(commonErrors.not_found)
    throw error
  })

/** Appends a related video (idempotent). @throws 404, 422 */
export function addRelatedVideo(db: Db, video: VideoPlace, relatedId: string): Promise<void> {
  if (relatedId === video.id) fail(channelsErrors.related_itself, { field: 'related_video_id' })
  return changeRelatedVideos(db, video, async (db, ids) => {
    if (ids.includes(relatedId)) return
    const refuse = (problem: typeof channelsErrors.related_limit, count: number) =>
      fail(problem, { field: 'related_video_id', values: { count } })
    if (ids.length >= limits.related) refuse(channelsErrors.related_limit, limits.related)
    if ((await countRelatedOfPlaylist(db, video.series.playlistId)) >= limits.relatedOfPlaylist)
      refuse(channelsErrors.related_channel_limit, limits.relatedOfPlaylist)
    await writeRelatedVideos(db, video.id, [...ids, relatedId])
  })
}

/** Removes a related video (idempotent). @throws 404 */
export const removeRelatedVideo = (db: Db, video: VideoPlace, relatedId: string): Promise<void> =>
  changeRelatedVideos(db, video, async (db, ids) => {
    if (!ids.includes(relatedId)) return
    await writeRelatedVideos(
      db,
      video.id,
      ids.filter((id) => id !== relatedId),
    )
  })

/** @returns all ids, in order @throws 404, 422 if a named video is not related */
export const rearrangeRelatedVideos = (db: Db, video: VideoPlace, requestedIds: readonly string[]): Promise<string[]> =>
  changeRelatedVideos(db, video, async (db, ids) => {
    if (!requestedIds.every((id) => ids.includes(id))) fail(channelsErrors.not_related, { field: 'related' })
    const order = reorder(ids, requestedIds)
    await writeRelatedVideos(db, video.id, order)
    return order
  })
