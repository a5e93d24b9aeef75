import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { PlaybackKind } from '#features/media/rules.ts'
import { uploadsErrors, type VideoTracks } from '../contract.ts'
import { captionsMaxBytes, captionsPerVideo, storedCaptionsMaxBytes } from '../rules.ts'
import { captionsTask } from './tasks.ts'
import { captionsAddress, mediaAddress, thumbnailsName } from './files.ts'
import { findVideoKind, findTracks, listCaptionLanguages, upsertCaptions } from './queries/captions.ts'

/** Kinds of videos that our own player plays, so that they can have captions. */
const ownPlayerKinds: readonly PlaybackKind[] = ['hls', 'dash', 'file', 'audio']

/** Maximum kilobytes of captions per user and day. */
const captionsLimit = { max: 100_000, windowSeconds: 24 * 60 * 60 }

/** @param sign signs URLs for readers who may see the video only by private link; default: no signature */
export async function readTracks(db: Db, videoId: string, sign: (address: string) => string = (address) => address): Promise<VideoTracks> {
  const { languages, thumbnailsOf } = (await findTracks(db, videoId)) ?? fail(commonErrors.not_found)
  return {
    data: languages.map((language) => ({ language, src: sign(captionsAddress(videoId, language)) })),
    thumbnails: thumbnailsOf === null ? null : sign(mediaAddress(thumbnailsOf, thumbnailsName)),
  }
}

/** Returns the captions of these videos, by video id. For public videos: the addresses aren't signed. */
export async function readPublicCaptions(db: Db, videoIds: readonly string[]): Promise<ReadonlyMap<string, VideoTracks['data']>> {
  const captionLanguages = await listCaptionLanguages(db, videoIds)
  return new Map(
    captionLanguages.map(({ id, languages }) => [id, languages.map((language) => ({ language, src: captionsAddress(id, language) }))]),
  )
}

/** Whether captions can be stored. A small file may be too large after escaping. */
export const fitsCaptionsLimit = (vtt: string): boolean => Buffer.byteLength(vtt) <= storedCaptionsMaxBytes

/** Converts captions to plain WebVTT; null if the file has no captions. @throws 503 */
export async function normaliseCaptionsFile(
  sandbox: Sandbox,
  file: { bytes: Uint8Array; language: string },
  by?: string,
): Promise<string | null> {
  try {
    return await sandbox.run(captionsTask, file, { by })
  } catch (error) {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return null
    throw error
  }
}

/** Adds captions to a video. @throws 422 for unreadable files, videos without caption support, or too many languages; 404, 429 */
export async function addCaptions(
  { sandbox, limits }: { sandbox: Sandbox; limits: Pick<Limits, 'count'> },
  db: Db,
  {
    videoId,
    userId,
    language,
    text,
    file,
  }: { videoId: string; userId: string; language: string; text?: string | undefined; file?: File | undefined },
): Promise<void> {
  const kind = (await findVideoKind(db, videoId)) ?? fail(commonErrors.not_found)
  if (!ownPlayerKinds.some((ownKind) => ownKind === kind)) fail(uploadsErrors.captions_not_playable)
  const field = file ? 'file' : 'text'
  const bytes = file
    ? new Uint8Array(await file.arrayBuffer())
    : text
      ? new TextEncoder().encode(text)
      : fail(uploadsErrors.captions_missing, { field })
  if (bytes.byteLength > captionsMaxBytes) fail(uploadsErrors.captions_too_large, { field })
  const vtt = (await normaliseCaptionsFile(sandbox, { bytes, language }, userId)) ?? fail(uploadsErrors.captions_unreadable, { field })
  if (!fitsCaptionsLimit(vtt)) fail(uploadsErrors.captions_too_large, { field })
  const { languages } = (await findTracks(db, videoId)) ?? fail(commonErrors.not_found)
  if (!languages.includes(language) && languages.length >= captionsPerVideo)
    fail(uploadsErrors.captions_limit, { field: 'language', values: { count: captionsPerVideo } })
  assertAllowed(limits.count(`captions:${userId}`, captionsLimit, Math.ceil(vtt.length / 1000)))
  if (!(await upsertCaptions(db, videoId, language, vtt))) fail(commonErrors.not_found)
}
