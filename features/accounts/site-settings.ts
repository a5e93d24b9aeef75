/** Settings of the site that operators change while it runs. */

export const registrationModes = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

export interface SiteSettings {
  /** Name and contact address; null: the configured value. */
  site: { name: string | null; contact: string | null }
  registration: { mode: RegistrationMode }
  /** A bar above all pages until a time; null: none. */
  announcement: { message: { en: string; nl: string; until: string } | null }
  /** Maximum GB of uploads per user; null: the configured maximum. */
  uploads: { quota_gb: number | null }
  names: { blocked: string[] }
}
export type SettingName = keyof SiteSettings

export const settingNames = ['site', 'registration', 'announcement', 'uploads', 'names'] as const satisfies readonly SettingName[]

/** Settings that apply until an operator changes them. */
export const initialSettings: SiteSettings = {
  site: { name: null, contact: null },
  registration: { mode: 'open' },
  announcement: { message: null },
  uploads: { quota_gb: null },
  names: { blocked: [] },
}

const bytesPerGigabyte = 1024 ** 3

/** Returns a user's upload quota in bytes: the setting, capped by the configuration. */
export const uploadQuota = ({ uploads: { quota_gb: gigabytes } }: SiteSettings, configuredBytes: number): number =>
  gigabytes === null ? configuredBytes : Math.min(gigabytes * bytesPerGigabyte, configuredBytes)

/** The announcement that is shown now, in a language. */
export const currentAnnouncement = ({ announcement: { message } }: SiteSettings, language: 'en' | 'nl', nowMs = Date.now()) =>
  message && Date.parse(message.until) > nowMs ? { text: message[language], until: message.until } : null
