import { randomInt } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Problem } from '#kit/contract/errors.ts'
import { common } from '#kit/contract/problems.ts'
import { unlessAborted } from '#kit/server/abort.ts'
import type { Db } from '#kit/server/db.ts'
import { fail, ProblemError } from '#kit/server/fail.ts'
import { createFairQueue } from '#kit/server/fair-queue.ts'
import { demand, type Limits } from '#kit/server/limits.ts'
import type { FetchPublic } from '#kit/server/outbound.ts'
import { type Admit, OutboundError } from '#kit/server/outbound-guard.ts'
import { isOverloaded } from '#kit/server/overload.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { Storage } from '#kit/server/storage-types.ts'
import { mediaErrors, pictureMaxBytes } from '../contract.ts'
import { type PictureFacts, pictureFacts } from '../picture-addresses.ts'
import { createAdmission, takeAsked } from './admission.ts'
import type { EncodedPicture, PictureInput } from './picture-encoder.ts'
import type { PictureSignatures } from './picture-signatures.ts'
import { encodePictureTask } from './picture-tasks.ts'
import type { PictureAccess } from './queries/picture-access.ts'
import { deletePicture, hasPicture, insertPicture, listUnreferenced, listUnusedPictures } from './queries.ts'

/** What one kind of picture may be, and how it is refused. */
export interface PictureRules {
  maxBytes: number
  /** Endings as `file-type` names them. */
  formats: readonly string[]
  tooLarge: Problem
  unreadable: Problem
}

/** Logos of channels and pictures of items. */
export const logoRules: PictureRules = {
  maxBytes: pictureMaxBytes,
  formats: ['jpg', 'png', 'apng', 'webp', 'gif', 'avif', 'tif'],
  tooLarge: mediaErrors.picture_too_large,
  unreadable: mediaErrors.picture_unreadable,
}

/** Kilobytes of pictures, in all their sizes, that are kept for one user in a day: thousands of them, and no full disk. */
const kept = { max: 1_000_000, windowSeconds: 24 * 60 * 60 }

/** A picture of a page is the page's choice, not an upload: it may be larger. */
const linkPictureMaxBytes = 10 * 1024 * 1024
/** What is cropped is encoded once more afterwards: little may be lost here. */
const croppingWebp = { quality: 90, effort: 2 }
/** Anything but a page: a picture's server need not say what it is. */
const noPage = /^(?!text\/html$|application\/xhtml\+xml$)/
interface PictureOptions {
  /** The field of the form that a refusal names. */
  field?: string
  rules?: PictureRules
  signal?: AbortSignal
  /** The user for whom it is fetched. */
  by?: string
  admit?: Admit
}
interface FetchedOptions extends PictureOptions {
  /** Which media types may come. */
  types?: RegExp
}

export interface Pictures {
  /** Re-encodes and stores a picture. @returns its id. @throws ProblemError of `rules`; 429 when `by` has had too many bytes kept today; 503 when too many wait */
  storePicture: (db: Db, bytes: Uint8Array, options?: PictureOptions) => Promise<string>
  /**
   * The id of what a caller names as a picture: an uploaded file, the address of one of our own pictures that is `by`'s, or an http(s)
   * address, which is fetched. @throws ProblemError on `field`; 429 when `by` has had too many fetched
   */
  pictureFrom: (db: Db, input: Blob | string, options: PictureOptions) => Promise<string>
  /**
   * Fetches a page's picture. @returns its id; null when there is none that can be read in time; 'busy' when it was not asked for; 'spent'
   * when no more may be kept for `by` today
   */
  pictureOfPage: (db: Db, address: string, options: { signal: AbortSignal; by?: string; admit?: Admit }) => Promise<string | null>
  /**
   * The picture at an http(s) address in WebP, for whoever wants to crop it; nothing is kept. What is fetched counts for its host; the
   * caller counts it for the user. @returns null when a page is there. @throws ProblemError on `field`; 429 when its host had its share
   */
  fetchForCropping: (address: string, options: PictureOptions) => Promise<Uint8Array | null>
  /** The largest size of one of our pictures; undefined when it is gone. */
  readStored: (picture: Pick<PictureFacts, 'id' | 'width'>) => Promise<Uint8Array | undefined>
  /** Removes these pictures at once, but for those that something refers to. */
  removePictures: (db: Db, ids: readonly string[], signal: AbortSignal) => Promise<void>
  /** Removes the pictures, older than a day, that nothing refers to. @returns how many */
  removeUnusedPictures: (db: Db) => Promise<number>
}

export interface PictureTools {
  storage: Storage
  fetchPublic: FetchPublic
  /** Where pictures are decoded. */
  sandbox: Sandbox
  publicUrl: string
  limits: Pick<Limits, 'take' | 'takeAll' | 'count'>
  access: PictureAccess
  signatures: PictureSignatures
}

export function createPictures({ access, signatures, ...tools }: PictureTools): Pictures {
  const { storage, fetchPublic, sandbox, publicUrl, limits } = tools
  /** What is fetched lies in memory until it is encoded: few at once, and nobody has them all. */
  const enqueueFetch = createFairQueue({
    concurrency: 6,
    concurrencyPerKey: 2,
    maxWaiting: 1000,
    maxWaitingPerKey: 250,
    slow: { afterMs: 3000, concurrency: 6 },
  })
  const ourOrigin = new URL(publicUrl).origin

  async function removePicture(db: Db, id: string): Promise<boolean> {
    const isRemoved = await deletePicture(db, id)
    if (isRemoved) await storage.deletePrefix(picturePrefix(id))
    return isRemoved
  }

  type Encoding = Pick<PictureInput, 'webp' | 'isLargestOnly'>
  async function encode(bytes: Uint8Array, options: PictureOptions, encoding: Encoding = {}): Promise<EncodedPicture> {
    const { field, rules = logoRules, signal, by } = options
    const refuse = (problem: Problem) => fail(problem, field === undefined ? {} : { field })
    if (bytes.byteLength > rules.maxBytes) refuse(rules.tooLarge)
    const input = { bytes, formats: rules.formats, ...encoding }
    const encoded = await sandbox.run(encodePictureTask, input, { signal, by }).catch((error: unknown) => {
      if (error instanceof SandboxError && error.kind === 'killed') return null
      throw error
    })
    return encoded ?? refuse(rules.unreadable)
  }

  async function storePicture(db: Db, bytes: Uint8Array, options: PictureOptions = {}): Promise<string> {
    const { by } = options
    const encoded = await encode(bytes, options)
    const storedBytes = encoded.sizes.reduce((sum, { data }) => sum + data.byteLength, 0)
    const count = (kilobytes: number) => (by === undefined ? undefined : demand(limits.count(`pictures:${by}`, kept, kilobytes)))
    const kilobytes = Math.ceil(storedBytes / 1000)
    count(kilobytes)
    try {
      return await writePicture(db, encoded, storedBytes)
    } catch (error) {
      // However often it is tried again, it counts once.
      count(-kilobytes)
      throw error
    }
  }

  async function writePicture(db: Db, encoded: EncodedPicture, bytes: number): Promise<string> {
    const id = newPictureId(encoded)
    // The row first: unused pictures are found by their rows, also those of which only a part could be written.
    await insertPicture(db, { id, bytes })
    const written = await Promise.allSettled(encoded.sizes.map(({ width, data }) => storage.put(pictureKey(id, width), data, 'image/webp')))
    const failed = written.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') {
      await storage.deletePrefix(picturePrefix(id)).catch(() => undefined)
      throw failed.reason
    }
    return id
  }

  /** Fetches a picture in its turn, and makes of it what `convert` makes of its bytes; until then they lie in memory. */
  function fetchPicture<T>(
    address: string,
    options: FetchedOptions,
    convert: (bytes: Buffer, rules: PictureRules) => Promise<T>,
  ): Promise<T> {
    const { rules = logoRules, signal, by, admit, types } = options
    const maxBytes = Math.max(rules.maxBytes, linkPictureMaxBytes)
    const asking = {
      accept: 'image/avif,image/webp,image/*',
      maxBytes,
      ...(types && { types }),
      ...(by !== undefined && { by }),
      ...(admit && { admit }),
    }
    const fetchNow = async (evicted: AbortSignal) => {
      const ending = AbortSignal.any([evicted, ...(signal ? [signal] : [])])
      const { body } = await fetchPublic(address, { ...asking, signal: ending }).catch((error: unknown) => {
        throw evicted.aborted ? new OutboundError('unreachable', 'too slow') : error
      })
      return convert(body, { ...rules, maxBytes })
    }
    return enqueueFetch(fetchNow, { key: by, signal })
  }
  const fetchAndStore = (db: Db, address: string, options: PictureOptions) =>
    fetchPicture(address, options, (bytes, rules) => storePicture(db, bytes, { ...options, rules }))

  /** As what somebody asked for by its address; its user's requests are counted by the caller. */
  const admissionOf = (address: string, by: string | undefined) =>
    URL.canParse(address) ? { admit: createAdmission(limits, { by, address, isPasted: false }) } : {}

  /** One of our own pictures is named by whoever shows it already, or was shown it as the picture of a link. */
  async function mayUse(db: Db, id: string, address: string, by: string | undefined): Promise<boolean> {
    const query = new URL(address, ourOrigin).searchParams
    return by !== undefined && ((await access.isOwnedBy(db, id, by)) || signatures.isForUse(db, id, query, by))
  }

  return {
    storePicture,

    async pictureFrom(db, input, options) {
      const { field = 'image', rules = logoRules } = options
      if (input instanceof Blob) {
        // Before it is copied into memory once more.
        if (input.size > rules.maxBytes) fail(rules.tooLarge, { field })
        return storePicture(db, new Uint8Array(await input.arrayBuffer()), options)
      }
      const own = pictureFacts(input.startsWith(`${ourOrigin}/`) ? input.slice(ourOrigin.length) : input)
      if (own) {
        const isThere = (await hasPicture(db, own.id)) && (await mayUse(db, own.id, input, options.by))
        return isThere ? own.id : fail(mediaErrors.picture_missing, { field })
      }
      if (options.by !== undefined) demand(await takeAsked(limits, options.by))
      const asked = fetchAndStore(db, input, { ...options, ...admissionOf(input, options.by) })
      return asked.catch((error: unknown) => refuseFetched(error, rules, field))
    },

    async fetchForCropping(address, options) {
      const { rules = logoRules, field = 'image' } = options
      const asking = { ...options, ...admissionOf(address, options.by), types: noPage }
      const asked = fetchPicture(address, asking, async (bytes, rules) => {
        const { sizes } = await encode(bytes, { ...options, rules }, { webp: croppingWebp, isLargestOnly: true })
        return sizes[0]?.data ?? fail(rules.unreadable, { field })
      })
      return asked.catch((error: unknown) =>
        error instanceof OutboundError && error.kind === 'wrong_type' ? null : refuseFetched(error, rules, field),
      )
    },

    async readStored({ id, width }) {
      const stored = await storage.get(pictureKey(id, width))
      return stored && buffer(stored.stream)
    },

    async pictureOfPage(db, address, options) {
      const { signal } = options
      try {
        return await unlessAborted(fetchAndStore(db, address, options), signal)
      } catch (error) {
        // A page without a picture is still a page; a database that is away is another matter.
        if (!signal.aborted && isBusy(error)) return 'busy'
        if (!signal.aborted && error instanceof ProblemError && error.problem === common.too_many) return 'spent'
        if (signal.aborted || [OutboundError, ProblemError].some((expected) => error instanceof expected)) return null
        throw error
      }
    },

    async removePictures(db, ids, signal) {
      for (const id of await listUnreferenced(db, ids)) if (!signal.aborted) await removePicture(db, id)
    },

    async removeUnusedPictures(db) {
      let removed = 0
      for (let after: string | undefined = ''; after !== undefined;) {
        const { ids, last }: { ids: string[]; last: string | undefined } = await listUnusedPictures(db, after, 1000)
        for (const id of ids) if (await removePicture(db, id)) removed++
        after = last
      }
      return removed
    },
  }
}

/** Why nothing could be fetched, as a refusal of the field that names it. */
function refuseFetched(error: unknown, { tooLarge }: PictureRules, field: string): never {
  if (!(error instanceof OutboundError)) throw error
  const { kind } = error
  if (kind === 'busy') fail(common.too_many, { retryAfter: 60 })
  fail(kind === 'refused' ? mediaErrors.link_invalid : kind === 'too_large' ? tooLarge : mediaErrors.picture_missing, { field })
}

const isBusy = (error: unknown) => isOverloaded(error) || (error instanceof OutboundError && error.kind === 'busy')

/** Spread over folders that stay, so that none grows without bound and none is left empty. */
const picturePrefix = (id: string) => `pictures/${id.slice(0, 2)}/${id}-`
export const pictureKey = (id: string, width: number) => `${picturePrefix(id)}${width}.webp`

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomPart = () => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
/** A new id for a picture that was encoded. */
export const newPictureId = ({ width, height, colour }: Pick<EncodedPicture, 'width' | 'height' | 'colour'>) =>
  `${randomPart()}-${width}x${height}-${colour}`
