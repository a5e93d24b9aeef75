import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { LiveSettings } from './site-settings.ts'
import type { Pictures } from '#features/media/server/pictures.ts'

export type OnCreate = (tx: Db, account: { id: string; language: Language }) => Promise<unknown>

/** Dependencies of this feature. */
export interface AccountsServices {
  config: {
    /** Public origin of the site. */
    publicUrl: string
    captchaCost: number
  }
  jobs: Jobs
  limits: Limits
  mailer: Mailer
  pictures: Pick<Pictures, 'pictureFrom'>
  siteSettings: LiveSettings
  /** Adds an account's initial content, in the creating transaction. */
  onAccountCreated: OnCreate
}
