import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Jobs } from '#kit/server/jobs/jobs.ts'
import type { Limits } from '#kit/server/http/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { LiveSettings } from './site-settings.ts'
import type { Pictures } from '#features/media/server/pictures.ts'

export type OnAccountCreated = (tx: Db, account: { id: string; language: Language }) => Promise<unknown>

/** Invitations to teams that were emailed. Their code proves the email address, as a sign-up link does. */
export interface EmailedInvitations {
  /** Whether the code belongs to an open invitation of this address. */
  isOpen(db: Db, code: string, email: string): Promise<boolean>
  /** Locks the open invitation. @returns a function that accepts the invitation for an account; undefined if there is none */
  claim(tx: Db, code: string, email: string): Promise<((accountId: string) => Promise<void>) | undefined>
}

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
  emailedInvitations: EmailedInvitations
  /** Adds an account's initial content, in the creating transaction. */
  onAccountCreated: OnAccountCreated
}
