import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import type { Jobs } from '#kit/server/jobs.ts'
import type { Limits } from '#kit/server/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { Pictures } from '#features/media/server/pictures.ts'

export type OnCreate = (tx: Db, account: { id: string; language: Language }) => Promise<unknown>

/** What this feature works with. */
export interface AccountsServices {
  config: {
    /** Where people reach the site. */
    publicUrl: string
    captchaCost: number
  }
  jobs: Jobs
  limits: Limits
  mailer: Mailer
  pictures: Pick<Pictures, 'pictureFrom'>
  /** Adds what every account has from the beginning, in the transaction that creates it. */
  onAccountCreated: OnCreate
}
