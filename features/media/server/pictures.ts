import { buffer } from 'node:stream/consumers'
import type { Problem } from '#kit/contract/errors.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import { rejectWhenAborted } from '#kit/server/abort.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import type { FetchPublic } from '#kit/server/outbound/outbound.ts'
import { type Admit, OutboundError } from '#kit/server/outbound/outbound-guard.ts'
import { type Sandbox, SandboxError } from '#kit/server/sandbox/sandbox.ts'
import type { Storage } from '#kit/server/storage/storage-types.ts'
import { mediaErrors, pictureMaxBytes } from '../contract.ts'
import { type PictureProperties, parsePictureAddress } from '../picture-addresses.ts'
import { createHostLimiter, countPreview } from './fetch-limits.ts'
import type { EncodedPicture, PictureInput } from './picture-encoder.ts'
import { createPictureFetcher, failFetched, isBusy } from './picture-fetcher.ts'
import { pictureKey, removePicture, storedBytes, writePicture } from './picture-files.ts'
import type { PictureSignatures } from './picture-signatures.ts'
import { encodePictureTask } from './tasks.ts'
import type { PictureAccess } from './queries/picture-access.ts'
import { hasPicture, listUnreferencedPictures, listUnusedPictures } from './queries.ts'

/** Limits of a kind of picture, and their errors. */
export interface PictureRules {
  maxBytes: number
  /** Extensions as named by `file-type`. */
  formats: readonly string[]
  tooLarge: Problem
  unreadable: Problem
}

/** Channel logos and item pictures. */
export const logoRules: PictureRules = {
  maxBytes: pictureMaxBytes,
  formats: ['jpg', 'png', 'apng', 'webp', 'gif', 'avif', 'tif'],
  tooLarge: mediaErrors.picture_too_large,
  unreadable: mediaErrors.picture_unreadable,
}

/** Maximum kilobytes of pictures, in all sizes, stored per user and day. */
const storageLimit = { max: 1_000_000, windowSeconds: 24 * 60 * 60 }

/** Pictures from pages may be larger than uploads. */
const linkPictureMaxBytes = 10 * 1024 * 1024
/** High quality, because the picture is encoded again after cropping. */
const croppingWebp = { quality: 90, effort: 2 }
/** Matches any media type except pages, because picture servers may omit the type. */
const notPageTypePattern = /^(?!text\/html$|application\/xhtml\+xml$)/
interface PictureOptions {
  /** The form field named in errors. */
  field?: string
  rules?: PictureRules
  signal?: AbortSignal
  /** The user for whom storage and requests count; undefined to skip limits of users. */
  by?: string
  admit?: Admit
}

export interface Pictures {
  /**
   * Encodes a picture again and stores it.
   * @returns its id.
   * @throws ProblemError of `rules`; 429 if `by` has reached today's limit; 503 if too many pictures wait
   */
  storePicture: (db: Db, bytes: Uint8Array, options?: PictureOptions) => Promise<string>
  /**
   * Returns the id of a picture given by a caller: an uploaded file, the URL of one of `by`'s own pictures, or an http(s) URL to
   * fetch. @throws ProblemError on `field`; 429 when `by` has reached the fetch limit
   */
  pictureFrom: (db: Db, input: Blob | string, options: PictureOptions) => Promise<string>
  /**
   * Fetches a page's picture.
   * @returns its id; null if it can't be read in time; 'busy' if a rate limit is reached; 'spent' if `by` has reached today's storage limit
   */
  pictureOfPage: (db: Db, address: string, options: { signal: AbortSignal; by?: string; admit?: Admit }) => Promise<string | null>
  /**
   * Fetches a picture as WebP for cropping, without storing it. Counts for the picture's host; the caller counts for the user.
   * @returns null for a page.
   * @throws ProblemError on `field`; 429 if the host's rate limit is reached
   */
  fetchForCropping: (address: string, options: PictureOptions) => Promise<Uint8Array | null>
  /** Returns the largest size of one of our pictures; undefined if deleted. */
  readStored: (picture: Pick<PictureProperties, 'id' | 'width'>) => Promise<Uint8Array | undefined>
  /** Deletes the pictures among these that nothing references. */
  removePictures: (db: Db, ids: readonly string[], signal: AbortSignal) => Promise<void>
  /** Deletes unreferenced pictures older than a day. @returns how many */
  removeUnusedPictures: (db: Db) => Promise<number>
}

export interface PictureTools {
  storage: Storage
  fetchPublic: FetchPublic
  /** The sandbox for decoding. */
  sandbox: Sandbox
  publicUrl: string
  limits: Pick<Limits, 'take' | 'takeAll' | 'count'>
  access: PictureAccess
  signatures: PictureSignatures
}

export function createPictures({ access, signatures, ...tools }: PictureTools): Pictures {
  const { storage, sandbox, publicUrl, limits } = tools
  const fetchPicture = createPictureFetcher(tools.fetchPublic)
  const ourOrigin = new URL(publicUrl).origin

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
    const count = (kilobytes: number) =>
      by === undefined ? undefined : assertAllowed(limits.count(`pictures:${by}`, storageLimit, kilobytes))
    const kilobytes = Math.ceil(storedBytes(encoded) / 1000)
    count(kilobytes)
    try {
      return await writePicture(db, storage, encoded)
    } catch (error) {
      // Takes the kilobytes off the user's count, so that a retried picture counts once.
      count(-kilobytes)
      throw error
    }
  }

  function fetchAndStore(db: Db, address: string, options: PictureOptions): Promise<string> {
    const rules = fetchedRules(options.rules)
    return fetchPicture(address, { ...options, maxBytes: rules.maxBytes }, (bytes) => storePicture(db, bytes, { ...options, rules }))
  }

  /** Returns the option that applies rate limits to fetching a picture by URL. The caller counts for the user. */
  const createAdmissionFor = (address: string, caller: string | undefined) =>
    URL.canParse(address) ? { admit: createHostLimiter(limits, { by: caller, address, isPasted: false }) } : {}

  /** Whether the caller may use one of our pictures: they own it, or it was fetched for them for a link. */
  async function mayUse(db: Db, id: string, address: string, caller: string | undefined): Promise<boolean> {
    const query = new URL(address, ourOrigin).searchParams
    return caller !== undefined && ((await access.isOwnedBy(db, id, caller)) || signatures.isSignedForUser(db, id, query, caller))
  }

  return {
    storePicture,

    async pictureFrom(db, input, options) {
      const { field = 'image', rules = logoRules } = options
      if (input instanceof Blob) {
        // Checks the size before the file is copied into memory again.
        if (input.size > rules.maxBytes) fail(rules.tooLarge, { field })
        return storePicture(db, new Uint8Array(await input.arrayBuffer()), options)
      }
      const ownFacts = parsePictureAddress(input.startsWith(`${ourOrigin}/`) ? input.slice(ourOrigin.length) : input)
      if (ownFacts) {
        const isUsable = (await hasPicture(db, ownFacts.id)) && (await mayUse(db, ownFacts.id, input, options.by))
        return isUsable ? ownFacts.id : fail(mediaErrors.picture_missing, { field })
      }
      if (options.by !== undefined) assertAllowed(await countPreview(limits, options.by))
      const fetched = fetchAndStore(db, input, { ...options, ...createAdmissionFor(input, options.by) })
      return fetched.catch((error: unknown) => failFetched(error, field))
    },

    async fetchForCropping(address, options) {
      const { field = 'image' } = options
      const rules = fetchedRules(options.rules)
      const admission = createAdmissionFor(address, options.by)
      const fetchOptions = { ...options, ...admission, types: notPageTypePattern, maxBytes: rules.maxBytes }
      const fetched = fetchPicture(address, fetchOptions, async (bytes) => {
        const { sizes } = await encode(bytes, { ...options, rules }, { webp: croppingWebp, isLargestOnly: true })
        return sizes[0]?.data ?? fail(rules.unreadable, { field })
      })
      return fetched.catch((error: unknown) =>
        error instanceof OutboundError && error.kind === 'wrong_type' ? null : failFetched(error, field),
      )
    },

    async readStored({ id, width }) {
      const file = await storage.get(pictureKey(id, width))
      return file && buffer(file.stream)
    },

    async pictureOfPage(db, address, options) {
      const { signal } = options
      try {
        return await rejectWhenAborted(fetchAndStore(db, address, options), signal)
      } catch (error) {
        // A missing picture is no error, but a failure of the database is.
        if (!signal.aborted && isBusy(error)) return 'busy'
        if (!signal.aborted && error instanceof ProblemError && error.problem === commonErrors.too_many) return 'spent'
        if (signal.aborted || [OutboundError, ProblemError].some((expected) => error instanceof expected)) return null
        throw error
      }
    },

    async removePictures(db, ids, signal) {
      for (const id of await listUnreferencedPictures(db, ids)) if (!signal.aborted) await removePicture(db, storage, id)
    },

    async removeUnusedPictures(db) {
      let removed = 0
      for (let after: string | undefined = ''; after !== undefined;) {
        const { ids, last }: { ids: string[]; last: string | undefined } = await listUnusedPictures(db, after, 1000)
        for (const id of ids) if (await removePicture(db, storage, id)) removed++
        after = last
      }
      return removed
    },
  }
}

/** Raises the limit of bytes for pictures that are fetched. */
const fetchedRules = (rules: PictureRules = logoRules): PictureRules => ({
  ...rules,
  maxBytes: Math.max(rules.maxBytes, linkPictureMaxBytes),
  tooLarge: mediaErrors.linked_picture_too_large,
})
