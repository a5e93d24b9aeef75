/** Imports: reads files in the sandbox, previews them, and creates channels. */
import { commonErrors } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import { type Limits, assertAllowed } from '#kit/server/http/limits.ts'
import type { Reader, User } from '#kit/server/reader.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { limits as quantities } from '#features/channels/limits.ts'
import { type StatusId, status } from '#features/channels/rules.ts'
import { createChannels } from '#features/channels/server/whole-channels.ts'
import { restoreFollowsAndLikes } from '#features/social/server/restore.ts'
import { createHostLimiter } from '#features/media/server/fetch-limits.ts'
import type { ImportPreview } from '../contract.ts'
import { dataRightsErrors } from '../errors.ts'
import { importMaxBytes } from '../rules.ts'
import { importTask } from './import-task.ts'
import { importKey, listPicturesToImport, schedulePictureImport } from './import-pictures.ts'
import type { ImportedChannel } from './import/imported.ts'
import type { PackedImport } from './import/pack-import.ts'
import type { ImportQueue } from './import-queue.ts'
import type { ImportFile } from './import/read-import.ts'
import { insertImportPictures } from './queries/import-pictures.ts'
import {
  countChannels,
  countWaitingImports,
  deletePreview,
  findImportedFollowsAndLikes,
  insertPreview,
  maxPreviews,
  listPreviewChannels,
  lockPreview,
  saveCreatedIds,
} from './queries/imports.ts'
import { texts } from './texts.ts'
import { isFeed } from './import/feeds.ts'

interface FeedTools {
  fetchPublic: FetchPublic
  limits: Pick<Limits, 'takeAll'>
}

/** Characters read to detect the document type. */
const sniffChars = 8192
const timeoutMs = 15_000

/** Returns the address if the text is an address and nothing else. */
const addressIn = (text: string): string | undefined => {
  const address = text.trim()
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? new URL(address).href : undefined
}

/**
 * Fetches the feed (RSS, Atom) at a pasted address.
 * @returns undefined if the text has more than one address, or if there is no feed: the caller then imports the text as links
 * @throws OutboundError `busy`
 */
async function fetchFeed({ fetchPublic, limits }: FeedTools, text: string, userId: string): Promise<Uint8Array | undefined> {
  const address = addressIn(text)
  if (address === undefined) return undefined
  try {
    const { body } = await fetchPublic(address, {
      accept: 'application/rss+xml,application/atom+xml,application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.1',
      types: /xml|rss|atom|^text\/plain$|octet-stream|^$/,
      maxBytes: importMaxBytes,
      timeoutMs,
      by: userId,
      admit: createHostLimiter(limits, { by: userId, address, isPasted: true }),
    })
    return isFeed(new TextDecoder().decode(body.subarray(0, sniffChars)).trimStart()) ? body : undefined
  } catch (error) {
    if (error instanceof OutboundError && error.kind !== 'busy') return undefined
    throw error
  }
}

/** Rate limit of reading files and texts, per user. */
const readLimit = { max: 30, windowSeconds: 3600 }

/** @throws 422 for unreadable files; 503 if the sandbox is unavailable */
async function readInSandbox(sandbox: Sandbox, file: ImportFile, field: string, userId: string): Promise<PackedImport> {
  try {
    return await sandbox.run(importTask, file, { by: userId })
  } catch (error) {
    if (error instanceof SandboxError && error.kind !== 'unavailable') return fail(dataRightsErrors.import_unreadable, { field })
    throw error
  }
}

interface ImportTools extends FeedTools {
  sandbox: Sandbox
  storage: Storage
  limits: Pick<Limits, 'take' | 'takeAll'>
  importTurns: ImportQueue
}

/** Reads an import. If the text is a feed's address, reads the feed. @throws 422, 429, 503 */
export async function readImport(
  db: Db,
  { sandbox, storage, fetchPublic, limits, importTurns }: ImportTools,
  { user, language, file, text }: { user: User; language: Language; file: File | undefined; text: string | undefined },
): Promise<ImportPreview> {
  const field = file ? 'file' : 'text'
  const source = file
    ? new Uint8Array(await file.arrayBuffer())
    : text?.trim()
      ? new TextEncoder().encode(text)
      : fail(dataRightsErrors.import_missing, { field })
  if (source.byteLength > importMaxBytes) fail(dataRightsErrors.import_too_large, { field })
  assertAllowed(await limits.take(`imports:${user.id}`, readLimit))
  const bytes = (!file && (await fetchFeed({ fetchPublic, limits }, text ?? '', user.id))) || source
  const t = texts[language]
  const names = { channel: t('import.channel'), series: t('import.series') }
  const name = file?.name.replace(/\.[a-z0-9]{1,5}$/i, '')
  const { kind, product, channels, pictures, follows, likes, skipped, skippedCount, json } = await importTurns(
    { by: user.id, bytes: bytes.byteLength },
    () => readInSandbox(sandbox, { bytes, name, names }, field, user.id),
  )
  if (channels.length + follows + likes === 0) fail(dataRightsErrors.import_empty, { field })
  if (pictures > 0 && (await countWaitingImports(db, user.id)) >= maxPreviews) fail(dataRightsErrors.import_pictures_wait, { field })
  const { id, replaced } = await insertPreview(db, user.id, json)
  for (const replacedId of replaced) await storage.delete(importKey(replacedId))
  if (pictures > 0) await saveImportFile(db, storage, id, bytes)
  return {
    id,
    kind,
    product: product ?? null,
    channels,
    pictures,
    follows,
    likes,
    skipped,
    skipped_count: skippedCount,
    room: Math.max(0, quantities.playlists - (await countChannels(db, user.id))),
  }
}

/** Stores the file, whose pictures are needed once the user has chosen channels. If that fails, deletes the import. @throws StorageError */
async function saveImportFile(db: Db, storage: Storage, id: string, bytes: Uint8Array): Promise<void> {
  try {
    await storage.put(importKey(id), bytes, 'application/zip')
  } catch (error) {
    await deletePreview(db, id)
    throw error
  }
}

interface Choice {
  index: number
  name?: string | undefined
}

interface ChannelCreation {
  id: string
  choices: readonly Choice[]
  statusId: StatusId | undefined
}

/** Creates the chosen channels (idempotent). @returns their ids @throws 404, 422 */
export function createImportedChannels(
  db: Db,
  jobs: Pick<Jobs, 'send'>,
  reader: Reader<User>,
  { id, choices, statusId = status.private }: ChannelCreation,
): Promise<string[]> {
  let namedChannels: ImportedChannel[] = []
  return createChannels(db, reader, statusId, {
    async find(tx) {
      const { made: createdIds, count } = (await lockPreview(tx, id, reader.user.id)) ?? fail(commonErrors.not_found)
      if (createdIds) return { channels: [], createdIds }
      const indexes = choices.map(({ index }) => index)
      const areIndexesValid = indexes.every((index) => index < count) && new Set(indexes).size === indexes.length
      if (!areIndexesValid) fail(dataRightsErrors.import_choice, { field: 'channels' })
      const channels = new Map((await listPreviewChannels(tx, id, indexes)).map(({ index, channel }) => [index, channel]))
      namedChannels = choices.map(({ index, name }) => ({ ...channels.get(index)!, ...(name !== undefined && { name }) }))
      return { channels: namedChannels, createdIds: null }
    },
    async onCreated(tx, ids, idOf) {
      await saveCreatedIds(tx, id, ids)
      const pictures = listPicturesToImport(namedChannels, ids, idOf)
      if (pictures.length === 0) return
      await insertImportPictures(tx, id, pictures)
      await schedulePictureImport(jobs, id, { db: tx })
    },
  })
}

/** Restores follows and likes (idempotent). @throws 404, 429 */
export async function restoreImportedFollowsAndLikes(db: Db, limits: Pick<Limits, 'count'>, reader: Reader<User>, id: string) {
  const marks = (await findImportedFollowsAndLikes(db, id, reader.user.id)) ?? fail(commonErrors.not_found)
  const { followed, liked } = await restoreFollowsAndLikes(db, limits, reader, marks)
  return {
    follows: { restored: followed, missing: marks.follows.length - followed },
    likes: { restored: liked, missing: marks.likes.length - liked },
  }
}
