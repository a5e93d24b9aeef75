import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { languages } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { defineJob } from '#kit/server/job.ts'
import { mailAmendedTerms } from './amended-terms.ts'
import { mailPaths, sendMail } from './mails.ts'
import { findAccountByEmail } from './queries/accounts.ts'
import { deleteExpiredSecrets } from './queries/secrets.ts'
import { deleteExpiredSessions } from './queries/sessions.ts'
import { deleteLapsedSignUps, deleteSignUp, findUnmailedSignUp, setSignUpToken } from './queries/sign-ups.ts'
import { makeCode, makeLinkToken } from './secrets.ts'
import type { AccountsServices } from './services.ts'
import { hashToken, newToken } from './tokens.ts'

/*
 * Asking for a mail sends one of these jobs whether the address is known or not; only the job looks. So neither the answer nor
 * its time tells who has an account.
 */
export const mailSignUp = defineJob('accounts-mail-sign-up', z.object({ id: Id }))
export const mailReset = defineJob(
  'accounts-mail-reset',
  z.object({ email: z.string(), kind: z.enum(['link', 'code']), language: z.enum(languages) }),
)
const announceTerms = defineJob('accounts-mail-amended-terms', z.object({}), { schedule: '7 * * * *', timeoutSeconds: 1800 })
const cleaning = defineJob('accounts-cleaning', z.object({}), { schedule: '37 * * * *' })

/** Says what the jobs of accounts do. */
export function workAccounts({ db, jobs, mailer }: Pick<AccountsServices, 'jobs' | 'mailer'> & { db: Db }): void {
  jobs.work(mailSignUp, ({ id }) =>
    db.transaction().execute(async (tx) => {
      const signUp = await findUnmailedSignUp(tx, id)
      if (!signUp) return
      const { email, language } = signUp
      if (signUp.is_known) {
        await deleteSignUp(tx, id)
        return sendMail(mailer, tx, { to: email, language, text: 'known', path: mailPaths.login(language) })
      }
      const token = newToken()
      await setSignUpToken(tx, id, hashToken(token))
      return signUp.is_filled_in
        ? sendMail(mailer, tx, { to: email, language, text: 'verify', path: mailPaths.verify(language, token) })
        : sendMail(mailer, tx, { to: email, language, text: 'sign_up', path: mailPaths.signUp(language, email, token) })
    }),
  )
  jobs.work(mailReset, ({ email, kind, language }) =>
    db.transaction().execute(async (tx) => {
      const account = await findAccountByEmail(tx, email)
      if (!account) return
      const to = account.email
      if (kind === 'code') return sendMail(mailer, tx, { to, language, text: 'reset_code', code: await makeCode(tx, account.id, 'reset') })
      const token = await makeLinkToken(tx, account.id, 'reset')
      return sendMail(mailer, tx, { to, language, text: 'reset_link', path: mailPaths.reset(language, to, token) })
    }),
  )
  jobs.work(announceTerms, (_, { signal }) => mailAmendedTerms(db, mailer, signal))
  jobs.work(cleaning, async () => {
    await deleteExpiredSessions(db)
    await deleteLapsedSignUps(db)
    await deleteExpiredSecrets(db)
  })
}
