import type { Jobs } from '#kit/server/jobs.ts'
import type { Limits } from '#kit/server/limits.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { Pictures } from '#features/media/server/pictures.ts'

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
}
