import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { textKey } from '#kit/contract/errors.ts'
import { byId, Id, name, Time, whole } from '#kit/contract/fields.ts'
import { accountsErrors } from '#features/accounts/errors.ts'
import { curationErrors } from '#features/curation/errors.ts'
import { limits } from '#features/curation/limits.ts'
import { dataRightsErrors } from './errors.ts'
import { dataRightsExamples } from './examples.ts'
import { importKinds, importMaxBytes, skippedReasons } from './rules.ts'

const Export = z.object({
  id: Id,
  state: z.enum(['waiting', 'done', 'failed']),
  /** Of the archive; null until it is there. */
  bytes: z.nullable(z.int()),
  created_at: Time,
  /** Until when it can be fetched; null until it is there. */
  expires_at: z.nullable(Time),
  /** Where it is fetched, by the cookie of its owner's login; null until it is there. */
  url: z.nullable(z.string()),
})
export type Export = z.output<typeof Export>

const Deletion = z.object({
  /** When the account is deleted; null: it stays. */
  deletion_at: z.nullable(Time),
})

const tooLarge = textKey(dataRightsErrors.import_too_large)

const ImportPreview = z.object({
  id: Id,
  /** The format that was recognised. */
  kind: z.enum(importKinds),
  /** Name of the product that exported it, such as "Pocket"; null where its form doesn't show it. */
  product: z.nullable(z.string()),
  channels: z.array(
    z.object({
      name: z.string(),
      videos: z.int(),
      series: z.array(z.object({ name: z.string(), videos: z.int() })),
    }),
  ),
  /** How many pictures lie in it that these channels and videos show. */
  pictures: z.int(),
  /** How much its owner followed and liked. */
  follows: z.int(),
  likes: z.int(),
  /** What was left out, the first of it: the line of the file, and what stands there. */
  skipped: z.array(z.object({ line: z.int(), text: z.string(), reason: z.enum(skippedReasons) })),
  /** How much was left out in all. */
  skipped_count: z.int(),
  /** How many more channels one may have. */
  room: z.int(),
})
export type ImportPreview = z.output<typeof ImportPreview>

/** What became of follows or likes. */
const Restored = z.object({
  /** There now, also what was there before. */
  restored: z.int(),
  /** Not here, not to be seen any more, or more than one may have. */
  missing: z.int(),
})
const ImportedPictures = z.object({
  /** Still to be put there. */
  waiting: z.int(),
  kept: z.int(),
  /** Not read as pictures. */
  unreadable: z.int(),
  /** More than one import brings, or than one may have kept in a day. */
  too_many: z.int(),
  /** Why those that wait can't be kept at the moment; null: they can. */
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
    description: 'Returns the export in progress, if any. An email reports when it is ready.',
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
    description: 'Deletes it after a week. Ends all other sessions and hides your content from others at once.',
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
    summary: 'Get the progress of imported pictures',
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
    description: 'Creates all or none; idempotent. Pictures follow later.',
    params: byId,
    body: z.object({
      channels: z
        .array(z.object({ index: whole(0, importMaxBytes), name: z.optional(name(limits.name, 1)) }))
        .check(z.maxLength(limits.playlists)),
      /** Private unless said otherwise. */
      status_id: z.optional(whole(1, 3)),
      /** False: what its owner followed and liked is left out. */
      with_follows: z.optional(z.boolean()),
    }),
    example: { params: { id: dataRightsExamples.import }, body: { channels: [{ index: 0, name: 'From my list' }] } },
    output: z.object({ playlists: z.array(Id), pictures: ImportedPictures, follows: Restored, likes: Restored }),
    refusals: [dataRightsErrors.import_choice, curationErrors.playlist_limit],
    changes: ['my-playlists', 'found-playlists', 'following', 'import-pictures', { topic: 'public-playlists', given: ['status_id'] }],
  },
})
