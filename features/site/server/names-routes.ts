import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { defineFindHandler, type Handlers } from '#kit/server/http/handlers.ts'
import { nextCursor, pageOf, parseCursor } from '#kit/server/http/paging.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { findBlockedWord } from '#features/accounts/blocked-words.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { scanNicknames } from '#features/accounts/server/queries/operator-changes.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import { channelsErrors } from '#features/channels/contract.ts'
import {
  countPublicChannels,
  readDefaultChannels,
  lockDefaultChannels,
  scanPlaylistNames,
  saveDefaultChannels,
} from '#features/channels/server/queries/operator-changes.ts'
import { listOrphansPage } from '#features/channels/server/queries/team-channels.ts'
import { namesEndpoints as contract } from '../contract/names.ts'
import { siteErrors } from '../errors.ts'
import { handOverOrphan } from './hand-over.ts'
import { removeNameOrPicture } from './remove-name-or-picture.ts'
import { findOrphan } from './queries/orphans.ts'
import { findRemovable } from './queries/removable-names.ts'

export interface NamesTools {
  mailer: Mailer
  siteSettings: LiveSettings
}

const defaultLimit = 50
const IdKey = z.tuple([Id])
/** Maximum names examined by one call. */
const maxScannedNames = 5000

const versionOf = (ids: readonly string[]) => createHash('sha256').update(ids.join()).digest('hex').slice(0, 16)

async function readDefaults(db: Db) {
  const channels = await readDefaultChannels(db)
  return { channels, version: versionOf(channels.map(({ id }) => id)) }
}

const scanNames = (db: Db, kind: 'user' | 'channel' | 'slug', after: string) =>
  kind === 'user'
    ? scanNicknames(db, after, maxScannedNames)
    : scanPlaylistNames(db, kind === 'slug' ? 'slug' : 'name', after, maxScannedNames)

export const namesRoutes = ({ mailer, siteSettings }: NamesTools): Handlers<typeof contract> => ({
  async listBlockedNames({ query: { kind, limit = defaultLimit, cursor } }, { db }) {
    const { blocked } = (await siteSettings.read()).names
    if (!blocked.length) return { data: [], next_cursor: null }
    const [after = ''] = parseCursor(IdKey, cursor) ?? []
    const rows = await scanNames(db, kind, after)
    const results: { id: string; name: string; word: string }[] = []
    for (const { id, name } of rows) {
      const word = findBlockedWord(name, blocked)
      if (word !== undefined) results.push({ id, name, word })
      if (results.length > limit) break
    }
    if (results.length > limit) return pageOf(results, limit, ({ id }) => [id])
    return { data: results, next_cursor: nextCursor([...rows, ...rows.slice(-1)], maxScannedNames, ({ id }) => [id]) }
  },

  takeAway: defineFindHandler(contract.takeAway, {
    find: async ({ target: { thing, id } }, { select }) => (await select(findRemovable, thing, id))[0] ?? fail(commonErrors.not_found),
    async handle({ body }, { db, reader }) {
      await db.transaction().execute((tx) => removeNameOrPicture(tx, { ...body, block: body.block ?? false, actor: reader.user, mailer }))
      siteSettings.expire()
      return {}
    },
  }),

  async listOrphans({ query: { limit = defaultLimit, cursor } }, { db }) {
    const [after = ''] = parseCursor(IdKey, cursor) ?? []
    const rows = await listOrphansPage(db, after, limit + 1)
    return pageOf(rows, limit, ({ id }) => [id])
  },

  handOver: defineFindHandler(contract.handOver, {
    find: async ({ params: { id } }, { select }) => (await select(findOrphan, id))[0] ?? fail(commonErrors.not_found),
    async handle({ body }, { db, reader, resource }) {
      const details = { ...body, actor: reader.user, mailer }
      return { channels: await db.transaction().execute((tx) => handOverOrphan(tx, resource, details)) }
    },
  }),

  listDefaultChannels: (_, { db }) => readDefaults(db),

  async setDefaultChannels({ body: { channels, version } }, { db, reader }) {
    if (new Set(channels).size < channels.length) fail(channelsErrors.named_twice, { field: 'channels' })
    await db.transaction().execute(async (tx) => {
      await lockDefaultChannels(tx)
      const now = await readDefaults(tx)
      if (now.version !== version) fail(siteErrors.defaults_changed)
      const before = now.channels.map(({ id }) => id)
      const added = channels.filter((id) => !before.includes(id))
      if ((await countPublicChannels(tx, added)) < added.length) fail(siteErrors.not_public, { field: 'channels' })
      await saveDefaultChannels(tx, channels)
      const thing = { type: 'default_channels', id: null, name: '' }
      await writeAudit(tx, reader.user, { act: 'channel.defaults', thing, before: { channels: before }, after: { channels } })
    })
    return readDefaults(db)
  },
})
