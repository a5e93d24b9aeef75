import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { encodeProblem } from '#kit/contract/errors.ts'
import { Id, Time, byId, name, integer } from '#kit/contract/fields.ts'
import { accountsErrors } from '#features/accounts/errors.ts'
import { channelsErrors } from '#features/channels/contract/errors.ts'
import { limits } from '#features/channels/limits.ts'
import { dataRightsErrors } from './errors.ts'
import { importKinds, importMaxBytes, skippedReasons } from './rules.ts'

/** Ids in the API's example calls, besides those of channels and videos. */
export const dataRightsExamples = { import: 'Im8Kd3VxN6w' } as const

const Export = z.object({
  id: Id,
  state: z.enum(['waiting', 'done', 'failed']),
  /** Size of the archive in bytes; null until it is ready. */
  bytes: z.nullable(z.int()),
  created_at: Time,
  /** When the archive expires; null until it is ready. */
  expires_at: z.nullable(Time),
  /** URL of the download, which only works with the owner's session cookie; null until ready. */
  url: z.nullable(z.string()),
})
export type Export = z.output<typeof Export>

const Deletion = z.object({
  /** When the account will be deleted; null if no deletion is scheduled. */
  deletion_at: z.nullable(Time),
})

const tooLarge = encodeProblem(dataRightsErrors.import_too_large)

const ImportPreview = z.object({
  id: Id,
  /** Format of the file. */
  kind: z.enum(importKinds),
  /** The product that made the file, such as "Pocket"; null if not recognised. */
  product: z.nullable(z.string()),
  channels: z.array(
    z.object({
      name: z.string(),
      videos: z.int(),
      series: z.array(z.object({ name: z.string(), videos: z.int() })),
    }),
  ),
  /** Number of pictures in the file for these channels and videos. */
  pictures: z.int(),
  /** Number of follows and likes. */
  follows: z.int(),
  likes: z.int(),
  /** The first skipped entries, with their lines and texts. */
  skipped: z.array(z.object({ line: z.int(), text: z.string(), reason: z.enum(skippedReasons) })),
  /** Total of skipped entries. */
  skipped_count: z.int(),
  /** How many more channels the user can have. */
  room: z.int(),
})
export type ImportPreview = z.output<typeof ImportPreview>

/** Result of restoring follows, or likes. */
const Restored = z.object({
  /** Follows or likes that exist now, including earlier ones. */
  restored: z.int(),
  /** Follows or likes that weren't restored: their target is missing or hidden, or the user is at the limit. */
  missing: z.int(),
})
const ImportedPictures = z.object({
  /** Number of pictures that will be added later. */
  waiting: z.int(),
  kept: z.int(),
  /** Number of pictures that can't be read. */
  unreadable: z.int(),
  /** Number of pictures above the limit per import or per day. */
  too_many: z.int(),
  /** Why pictures can't be stored at the moment; null if they can. */
  held: z.nullable(z.enum(['full', 'away'])),
})
export type ImportedPictures = z.output<typeof ImportedPictures>

export const dataRightsContract = defineContract({
  getExport: {
    method: 'GET',
    path: '/api/user/export',
    access: 'newcomer',
    actsFor: 'user',
    summary: 'Get the latest personal data export',
    output: z.object({ export: z.nullable(Export) }),
    reads: ['data-export'],
  },
  startExport: {
    method: 'POST',
    path: '/api/user/export',
    access: 'newcomer',
    actsFor: 'user',
    summary: 'Request a personal data export',
    description: 'Returns the export in progress, if any. Sends an email when the export is ready.',
    output: Export,
    changes: ['data-export'],
  },
  askDeletion: {
    method: 'POST',
    path: '/api/user/deletion',
    access: 'newcomer',
    actsFor: 'user',
    form: true,
    summary: 'Request deletion of your account',
    description: 'The account is deleted after a week. Until then, others can’t see your content. Ends all other sessions.',
    body: z.object({ password: z.string().check(z.minLength(1), z.maxLength(1000)) }),
    example: { body: { password: 'correct horse battery' } },
    output: Deletion,
    refusals: [accountsErrors.old_password_wrong],
    changes: ['profile', 'sessions', 'public-playlists'],
  },
  cancelDeletion: {
    method: 'DELETE',
    path: '/api/user/deletion',
    access: 'newcomer',
    actsFor: 'user',
    summary: 'Cancel the deletion of your account',
    description: 'Makes your content visible to others again.',
    output: Deletion,
    refusals: [dataRightsErrors.deletion_begun],
    changes: ['profile', 'public-playlists'],
  },
  readImport: {
    method: 'POST',
    path: '/api/imports',
    access: 'user',
    actsFor: 'user',
    form: true,
    maxBytes: 2 * importMaxBytes,
    summary: 'Preview an import',
    description: 'Reads a file or text: exports of this site, bookmarks, feeds, exports of other products (CSV, JSON, HTML) or links.',
    body: z.object({
      file: z.optional(z.file().check(z.maxSize(importMaxBytes, tooLarge))),
      text: z.optional(z.string().check(z.maxLength(importMaxBytes, tooLarge))),
    }),
    example: { body: { text: 'https://vimeo.com/76979871' } },
    output: ImportPreview,
    refusals: [
      dataRightsErrors.import_missing,
      dataRightsErrors.import_too_large,
      dataRightsErrors.import_unreadable,
      dataRightsErrors.import_empty,
      dataRightsErrors.import_pictures_wait,
    ],
  },
  getImport: {
    method: 'GET',
    path: '/api/imports/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Get the progress of an import’s pictures',
    params: byId,
    example: { params: { id: dataRightsExamples.import } },
    output: z.object({ pictures: ImportedPictures }),
    reads: ['import-pictures'],
  },
  makeImport: {
    method: 'POST',
    path: '/api/imports/:id',
    access: 'user',
    actsFor: 'user',
    summary: 'Create channels from an import',
    description: 'Creates all channels or none. Idempotent. Pictures are fetched in the background.',
    params: byId,
    body: z.object({
      channels: z
        .array(z.object({ index: integer(0, importMaxBytes), name: z.optional(name(limits.name, 1)) }))
        .check(z.maxLength(limits.playlists)),
      /** Status of the new channels. Default: private. */
      status_id: z.optional(integer(1, 3)),
      /** False to skip follows and likes. */
      with_follows: z.optional(z.boolean()),
    }),
    example: { params: { id: dataRightsExamples.import }, body: { channels: [{ index: 0, name: 'From my list' }] } },
    output: z.object({ playlists: z.array(Id), pictures: ImportedPictures, follows: Restored, likes: Restored }),
    refusals: [dataRightsErrors.import_choice, channelsErrors.playlist_limit],
    changes: ['my-playlists', 'found-playlists', 'following', 'import-pictures', { topic: 'public-playlists', given: ['status_id'] }],
  },
})
