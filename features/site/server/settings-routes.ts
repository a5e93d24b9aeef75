import type * as z from 'zod/mini'
import * as zod from 'zod/mini'
import { brand } from '#kit/contract/brand.ts'
import { Id, Time } from '#kit/contract/fields.ts'
import { commonErrors } from '#kit/contract/problems.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import type { Handlers } from '#kit/server/http/handlers.ts'
import { pageOf, parseCursor } from '#kit/server/http/paging.ts'
import { canBlock } from '#features/accounts/blocked-words.ts'
import { currentAnnouncement, initialSettings, type SettingName, type SiteSettings } from '#features/accounts/site-settings.ts'
import { changeSetting, unsetVersion, undoSetting } from '#features/accounts/server/change-setting.ts'
import { writeAudit } from '#features/accounts/server/queries/audit.ts'
import { insertInvitation, listInvitations, revokeInvitation } from '#features/accounts/server/queries/invitations.ts'
import { listSettings } from '#features/accounts/server/queries/site-settings.ts'
import type { LiveSettings } from '#features/accounts/server/site-settings.ts'
import type { Settings, settingsEndpoints } from '../contract/settings.ts'
import { siteErrors } from '../errors.ts'
import { limits } from '../rules.ts'

export interface SettingsTools {
  siteSettings: LiveSettings
  config: {
    contact: string | undefined
    uploadQuotaBytes: number
  }
}

const bytesPerGigabyte = 1024 ** 3
const defaultLimit = 50
const InvitationKey = zod.tuple([Time, Id])

type SettingChangeBody = z.output<(typeof settingsEndpoints)['changeSetting']['body']>

/** @throws 422 for an invalid value */
function assertValidChange(change: SettingChangeBody, quotaMaxGb: number): void {
  if (change.name === 'announcement' && change.value.message && Date.parse(change.value.message.until) <= Date.now())
    fail(siteErrors.end_past, { field: 'value.message.until' })
  if (change.name === 'uploads' && (change.value.quota_gb ?? 0) > quotaMaxGb)
    fail(siteErrors.quota_above, { field: 'value.quota_gb', values: { count: Math.floor(quotaMaxGb) } })
  if (change.name === 'names') {
    const short = change.value.blocked.findIndex((word) => !canBlock(word))
    if (short >= 0) fail(siteErrors.word_short, { field: `value.blocked.${short}` })
  }
}

const withoutDuplicates = ({ name, value }: SettingChangeBody): SiteSettings[SettingName] =>
  name === 'names' ? { blocked: [...new Set(value.blocked)] } : value

async function readSettings(db: Db, config: SettingsTools['config']): Promise<Settings> {
  const rows = new Map((await listSettings(db)).map((row) => [row.name, row]))
  const of = <N extends SettingName>(name: N) => {
    const row = rows.get(name)
    return {
      value: (row?.value ?? initialSettings[name]) as SiteSettings[N],
      version: row?.version ?? unsetVersion,
      set_at: row?.set_at ?? null,
      set_by: row?.set_by ?? null,
    }
  }
  return {
    site: of('site'),
    registration: of('registration'),
    announcement: of('announcement'),
    uploads: of('uploads'),
    names: of('names'),
    configured: { contact: config.contact ?? null, quota_gb: config.uploadQuotaBytes / bytesPerGigabyte },
  }
}

export const settingsRoutes = ({ siteSettings, config }: SettingsTools): Handlers<typeof settingsEndpoints> => ({
  async getSite(_, { language }) {
    const settings = await siteSettings.read()
    return {
      name: settings.site.name ?? brand,
      contact: settings.site.contact ?? config.contact ?? null,
      registration: settings.registration.mode,
      announcement: currentAnnouncement(settings, language),
    }
  },

  listSettings: (_, { db }) => readSettings(db, config),

  async changeSetting({ body }, { db, reader }) {
    assertValidChange(body, config.uploadQuotaBytes / bytesPerGigabyte)
    const change = { actor: reader.user, version: body.version, reason: body.reason, change: () => withoutDuplicates(body) as never }
    await db.transaction().execute((tx) => changeSetting(tx, body.name, change))
    siteSettings.expire()
    return readSettings(db, config)
  },

  async undoSetting({ body: { name, version } }, { db, reader }) {
    await db.transaction().execute((tx) => undoSetting(tx, name, { actor: reader.user, version }))
    siteSettings.expire()
    return readSettings(db, config)
  },

  async listInvitations({ query: { limit = defaultLimit, cursor } }, { db }) {
    const [createdAt, id] = parseCursor(InvitationKey, cursor) ?? []
    const after = createdAt === undefined || id === undefined ? undefined : { createdAt, id }
    const rows = await listInvitations(db, { after, limit: limit + 1 })
    return pageOf(rows, limit, ({ time, id }) => [time, id])
  },

  async createInvitation({ body }, { db, reader }) {
    const end = Date.parse(body.expires_at)
    if (end <= Date.now()) fail(siteErrors.end_past, { field: 'expires_at' })
    if (end > Date.now() + limits.invitationDays * 86_400_000)
      fail(siteErrors.end_too_far, { field: 'expires_at', values: { count: limits.invitationDays } })
    return db.transaction().execute(async (tx) => {
      const { id } = await insertInvitation(tx, { ...body, created_by: reader.user.id })
      const after = { max_uses: body.max_uses, expires_at: body.expires_at }
      await writeAudit(tx, reader.user, { act: 'invitation.created', thing: { type: 'invitation', id, name: body.note }, after })
      const [row] = await listInvitations(tx, { id, limit: 1 })
      const { time: _, ...invitation } = row!
      return invitation
    })
  },

  async revokeInvitation({ params: { id } }, { db, reader }) {
    await db.transaction().execute(async (tx) => {
      const { note, uses, max_uses } = (await revokeInvitation(tx, id)) ?? fail(commonErrors.not_found)
      const thing = { type: 'invitation', id, name: note }
      await writeAudit(tx, reader.user, { act: 'invitation.revoked', thing, before: { uses, max_uses } })
    })
    return {}
  },
})
