import * as z from 'zod/mini'
import { byOperator } from '#kit/contract/access.ts'
import { defineContract } from '#kit/contract/endpoint.ts'
import { byId, Empty, Id, name, page, paging, text, Time, integer } from '#kit/contract/fields.ts'
import { accountsErrors } from '#features/accounts/errors.ts'
import { Email } from '#features/accounts/fields.ts'
import { registrationModes, settingNames } from '#features/accounts/site-settings.ts'
import { siteErrors } from '../errors.ts'
import { limits, siteExamples } from '../rules.ts'

const Announcement = z.object({ text: z.string(), until: Time })

/** Values of settings, as operators set them. */
const values = {
  site: z.object({ name: z.nullable(name(limits.name, 1)), contact: z.nullable(Email) }),
  registration: z.object({ mode: z.enum(registrationModes) }),
  announcement: z.object({
    message: z.nullable(z.object({ en: name(limits.announcement, 1), nl: name(limits.announcement, 1), until: Time })),
  }),
  uploads: z.object({ quota_gb: z.nullable(integer(0, limits.quotaGb)) }),
  names: z.object({ blocked: z.array(name(limits.word, 1)).check(z.maxLength(limits.words)) }),
} as const

const SettingVersion = z.string().check(z.regex(/^\d{1,18}$/))
const Reason = z.optional(text(limits.reason))
/** The version that the operator saw; 0: the setting was never set. */
const versionAndReason = { version: SettingVersion, reason: Reason }
const settingChange = <N extends string, V extends z.ZodMiniType>(name: N, value: V) =>
  z.object({ name: z.literal(name), value, ...versionAndReason })

const storedSetting = <V extends z.ZodMiniType>(value: V) =>
  z.object({
    value,
    version: SettingVersion,
    /** Null: never set. */
    set_at: z.nullable(Time),
    set_by: z.nullable(z.string()),
  })

const Settings = z.object({
  site: storedSetting(z.object({ name: z.nullable(z.string()), contact: z.nullable(z.string()) })),
  registration: storedSetting(values.registration),
  announcement: storedSetting(z.object({ message: z.nullable(z.object({ en: z.string(), nl: z.string(), until: Time })) })),
  uploads: storedSetting(values.uploads),
  names: storedSetting(z.object({ blocked: z.array(z.string()) })),
  /** Values from the configuration, for settings that were never set: contact address, and the maximum quota in GB. */
  configured: z.object({ contact: z.nullable(z.string()), quota_gb: z.number() }),
})
export type Settings = z.output<typeof Settings>

const Invitation = z.object({
  id: Id,
  /** The code at the end of the registration page's address. */
  code: z.string(),
  note: z.string(),
  max_uses: z.int(),
  /** Number of accounts registered with the invitation. */
  uses: z.int(),
  created_at: Time,
  expires_at: Time,
  created_by: z.nullable(z.string()),
  is_open: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

export const settingsEndpoints = defineContract({
  getSite: {
    method: 'GET',
    path: '/api/site',
    access: 'anyone',
    actsFor: 'user',
    summary: 'Get the site’s name, contact, registration and announcement',
    output: z.object({
      name: z.string(),
      contact: z.nullable(z.string()),
      registration: z.enum(registrationModes),
      /** The announcement in the reader's language; null if there is none now. */
      announcement: z.nullable(Announcement),
    }),
    reads: ['site'],
  },
  listSettings: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/settings',
    summary: 'List settings of the site',
    output: Settings,
    reads: ['site-settings'],
  },
  changeSetting: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/settings',
    summary: 'Change a setting of the site',
    description:
      'The change takes effect within two seconds. `version` is the version that you last read. Returns 409 if another operator has changed the setting since.',
    body: z.discriminatedUnion('name', [
      settingChange('site', values.site),
      settingChange('registration', values.registration),
      settingChange('announcement', values.announcement),
      settingChange('uploads', values.uploads),
      settingChange('names', values.names),
    ]),
    example: { body: { name: 'site', value: { name: 'Village television', contact: null }, version: siteExamples.settingVersion } },
    output: Settings,
    refusals: [accountsErrors.setting_changed, siteErrors.end_past, siteErrors.quota_above, siteErrors.word_short],
    changes: ['site-settings', 'site', 'audit'],
  },
  undoSetting: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/settings/undo',
    summary: 'Restore a setting’s previous value',
    body: z.object({ name: z.enum(settingNames), version: SettingVersion }),
    example: { body: { name: 'site', version: siteExamples.settingVersion } },
    output: Settings,
    refusals: [accountsErrors.setting_changed],
    changes: ['site-settings', 'site', 'audit'],
  },
  listInvitations: {
    ...byOperator,
    method: 'GET',
    path: '/api/operator/invitations',
    summary: 'List invitations to register, latest first',
    query: paging(100),
    output: page(Invitation),
    reads: ['registration-invitations'],
  },
  createInvitation: {
    ...byOperator,
    method: 'POST',
    path: '/api/operator/invitations',
    summary: 'Create an invitation to register',
    body: z.object({ note: text(limits.note), max_uses: integer(1, limits.uses), expires_at: Time }),
    example: { body: { note: 'Neighbours', max_uses: 20, expires_at: nextWeek() } },
    output: Invitation,
    refusals: [siteErrors.end_past, siteErrors.end_too_far],
    changes: ['registration-invitations', 'audit'],
  },
  revokeInvitation: {
    ...byOperator,
    method: 'DELETE',
    path: '/api/operator/invitations/:id',
    summary: 'Revoke an invitation to register',
    params: byId,
    example: { params: { id: siteExamples.invitation } },
    output: Empty,
    changes: ['registration-invitations', 'audit'],
  },
})
