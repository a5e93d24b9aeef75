import * as z from 'zod/mini'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Flag, httpAddress, Id, name, page, paging, Time } from '#kit/contract/fields.ts'
import { tvSourcesErrors } from './errors.ts'
import { tvSourcesExamples } from './examples.ts'
import { importStates, limits, maxFileBytes, sourceKinds } from './rules.ts'

/** One import of a list or guide. */
const Import = z.object({
  id: Id,
  source_id: Id,
  kind: z.enum(sourceKinds),
  /** Name of the source. */
  name: z.string(),
  status: z.enum(importStates),
  /** Number of channels of a list, or programmes of a guide. After the import, the sum of written, unchanged and skipped. */
  read: z.int(),
  written: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  /** Rows of an earlier import that are no longer in the source. */
  removed: z.int(),
  /** Whether the host reported no change, so that nothing was read. */
  is_same: z.boolean(),
  /** Why the import failed; null unless it failed. */
  failure: z.nullable(z.string()),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type Import = z.output<typeof Import>

const DetailedImport = z.extend(Import, {
  /** The first 1,000 problems of the import. */
  problems: z.array(z.object({ line: z.int(), text: z.string() })),
})

const Source = z.object({
  id: Id,
  kind: z.enum(sourceKinds),
  name: z.string(),
  /** Null: the source is a file. */
  url: z.nullable(z.string()),
  /** Whether automatic imports are off. */
  is_off: z.boolean(),
  /** For a list: whether this server relays its streams to browsers that can't play them directly. */
  is_relayed: z.boolean(),
  /** Guides that a list names. */
  guides: z.array(z.string()),
  /** For a list: its channels; for a guide: the TV channels that use it. */
  channels: z.int(),
  /** Consecutive failed imports. */
  failures: z.int(),
  imported_at: z.nullable(Time),
  /** Time of the next automatic import; null: none. */
  next_at: z.nullable(Time),
  /** Null: there was no import, or it was deleted. */
  last_import: z.nullable(Import),
})
export type Source = z.output<typeof Source>

export const operatorEndpoints = defineContract({
  startTvImport: {
    method: 'POST',
    path: '/api/operator/imports',
    access: 'operator',
    actsFor: 'user',
    summary: 'Import TV channels or a guide',
    description: 'Imports an M3U list or XMLTV guide from a URL or file. Importing the same URL or file name again updates that source.',
    form: true,
    maxBytes: maxFileBytes + 64 * 1024,
    body: z.object({
      kind: z.enum(sourceKinds),
      url: z.optional(httpAddress(limits.sourceAddress)),
      file: z.optional(z.file().check(z.maxSize(maxFileBytes))),
    }),
    example: { body: { kind: 'm3u', url: 'https://films.example.com/night-train' } },
    output: Import,
    refusals: [tvSourcesErrors.one_source],
    changes: ['tv-imports'],
  },
  listTvImports: {
    method: 'GET',
    path: '/api/operator/imports',
    access: 'operator',
    actsFor: 'user',
    summary: 'List imports, latest first',
    query: z.extend(paging(100), { source_id: z.optional(Id) }),
    output: page(Import),
    reads: ['tv-imports'],
  },
  getTvImport: {
    method: 'GET',
    path: '/api/operator/imports/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Get import progress and skipped lines',
    params: byId,
    example: { params: { id: tvSourcesExamples.tvImport } },
    output: DetailedImport,
    reads: ['tv-imports'],
  },
  cancelTvImport: {
    method: 'DELETE',
    path: '/api/operator/imports/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Cancel an import',
    description: 'Keeps existing TV channels and programmes unchanged.',
    params: byId,
    example: { params: { id: tvSourcesExamples.tvImport } },
    output: Import,
    refusals: [tvSourcesErrors.import_over],
    changes: ['tv-imports'],
  },
  listTvSources: {
    method: 'GET',
    path: '/api/operator/tv-sources',
    access: 'operator',
    actsFor: 'user',
    summary: 'List sources of TV channels and programmes',
    output: z.array(Source),
    reads: ['tv-imports'],
  },
  updateTvSource: {
    method: 'PATCH',
    path: '/api/operator/tv-sources/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Update a source',
    description: 'Can rename the source, and turn automatic imports or the relay on or off.',
    params: byId,
    body: z.object({ name: z.optional(name(limits.name, 1)), is_off: z.optional(Flag), is_relayed: z.optional(Flag) }),
    example: { params: { id: tvSourcesExamples.tvSource }, body: { is_off: true } },
    output: Source,
    changes: ['tv-imports', 'tv-channels'],
  },
  deleteTvSource: {
    method: 'DELETE',
    path: '/api/operator/tv-sources/:id',
    access: 'operator',
    actsFor: 'user',
    summary: 'Delete a source',
    description: 'Also deletes the list’s TV channels, or the guide’s programmes.',
    params: byId,
    example: { params: { id: tvSourcesExamples.tvSource } },
    output: Empty,
    changes: ['tv-imports', 'operator-channels', 'tv-channels'],
  },
})
