import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { common } from '#kit/contract/problems.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { finding, type Handlers } from '#kit/server/http/handlers.ts'
import { nextCursor, parseCursor } from '#kit/server/http/paging.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { findBlockedWord } from '#features/accounts/blocked-words.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { placeholderId } from '#features/accounts/server/queries/deletion.ts'
import { lockUser, scanNicknames } from '#features/accounts/server/queries/operated.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import { channelsErrors } from '#features/channels/contract.ts'
import { countPublic, listDefaults, lockDefaults, scanPlaylistNames, setDefaults } from '#features/channels/server/queries/operated.ts'
import { listOrphansPage } from '#features/channels/server/queries/team-channels.ts'
import { handChannelsOver } from '#features/channels/server/team-channels.ts'
import { findTeamName, removeTeam } from '#features/teams/server/queries/teams.ts'
import { namesEndpoints as contract } from '../contract/names.ts'
import { siteErrors } from '../errors.ts'
import { takeAway } from './take-away.ts'
import { texts } from './texts.ts'
import { findTaken } from './queries/taken.ts'

export interface NamesTools {
  mailer: Mailer
  siteSettings: LiveSettings
}

const defaultLimit = 50
const IdKey = z.tuple([z.string().check(z.maxLength(11))])
/** Names examined by one call. */
const scanned = 5000

const versionOf = (ids: readonly string[]) => createHash('sha256').update(ids.join()).digest('hex').slice(0, 16)

async function readDefaults(db: Db) {
  const channels = await listDefaults(db)
  return { channels, version: versionOf(channels.map(({ id }) => id)) }
}

const scan = (db: Db, kind: 'user' | 'channel' | 'slug', after: string) =>
  kind === 'user' ? scanNicknames(db, after, scanned) : scanPlaylistNames(db, kind === 'slug' ? 'slug' : 'name', after, scanned)

export const namesRoutes = ({ mailer, siteSettings }: NamesTools): Handlers<typeof contract> => ({
  async listBlockedNames({ query: { kind, limit = defaultLimit, cursor } }, { db }) {
    const { blocked } = (await siteSettings.read()).names
    if (!blocked.length) return { data: [], next_cursor: null }
    const [after = ''] = parseCursor(IdKey, cursor) ?? []
    const rows = await scan(db, kind, after)
    const found: { id: string; name: string; word: string }[] = []
    for (const { id, name } of rows) {
      const word = findBlockedWord(name, blocked)
      if (word !== undefined) found.push({ id, name, word })
      if (found.length > limit) break
    }
    if (found.length > limit) return { data: found.slice(0, limit), next_cursor: nextCursor(found, limit, ({ id }) => [id]) }
    return { data: found, next_cursor: nextCursor([...rows, ...rows.slice(-1)], scanned, ({ id }) => [id]) }
  },

  takeAway: finding(contract.takeAway, {
    find: async ({ target: { thing, id } }, { ask }) => (await ask(findTaken, thing, id))[0] ?? fail(common.not_found),
    async handle({ body }, { db, reader }) {
      await db.transaction().execute((tx) => takeAway(tx, { ...body, block: body.block ?? false, actor: reader.user, mailer }))
      siteSettings.expire()
      return {}
    },
  }),

  async listOrphans({ query: { limit = defaultLimit, cursor } }, { db }) {
    const [after = ''] = parseCursor(IdKey, cursor) ?? []
    const rows = await listOrphansPage(db, after, limit + 1)
    return { data: rows.slice(0, limit), next_cursor: nextCursor(rows, limit, ({ id }) => [id]) }
  },

  async handOver({ params: { id }, body }, { db, reader }) {
    const channels = await db.transaction().execute(async (tx) => {
      const name = id === placeholderId ? '' : ((await findTeamName(tx, id)) ?? fail(common.not_found))
      const user = (await lockUser(tx, body.user_id)) ?? fail(common.not_found, { field: 'user_id' })
      if (user.id === placeholderId) fail(common.not_found, { field: 'user_id' })
      const moved = await handChannelsOver(tx, id, body.user_id)
      if (moved === 'missing') return fail(common.not_found)
      if (moved === 'has members') return fail(siteErrors.not_orphan)
      if (moved !== body.channels) fail(siteErrors.owner_left)
      if (id !== placeholderId) await removeTeam(tx, id)
      await writeAudit(tx, reader.user, {
        act: 'orphan.handed_over',
        thing: { type: 'team', id, name },
        personId: user.id,
        after: { user_id: user.id, channels: moved },
        reason: body.reason,
      })
      const t = texts[user.language as Language]
      const subject = t('mail.handed.subject')
      const paragraphs = [t('mail.handed.text', { name: name || t('mail.handed.nameless') })]
      await mailer.send({ to: user.email, language: user.language as Language, subject, heading: subject, paragraphs }, { db: tx })
      return moved
    })
    return { channels }
  },

  listDefaultChannels: (_, { db }) => readDefaults(db),

  async setDefaultChannels({ body: { channels, version } }, { db, reader }) {
    if (new Set(channels).size < channels.length) fail(channelsErrors.named_twice, { field: 'channels' })
    await db.transaction().execute(async (tx) => {
      await lockDefaults(tx)
      const now = await readDefaults(tx)
      if (now.version !== version) fail(siteErrors.defaults_changed)
      const before = now.channels.map(({ id }) => id)
      const added = channels.filter((id) => !before.includes(id))
      if ((await countPublic(tx, added)) < added.length) fail(siteErrors.not_public, { field: 'channels' })
      await setDefaults(tx, channels)
      const thing = { type: 'default_channels', id: null, name: '' }
      await writeAudit(tx, reader.user, { act: 'channel.defaults', thing, before: { channels: before }, after: { channels } })
    })
    return readDefaults(db)
  },
})
