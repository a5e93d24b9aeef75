import * as z from 'zod/mini'
import { Id } from '#kit/contract/fields.ts'
import { type Language, languages } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { defineJob } from '#kit/server/jobs/job.ts'
import { type DueMails, type MailRun, sendDueMails } from '#kit/server/mail/due-mails.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { preventLinks } from '#kit/server/mail/prevent-links.ts'
import { announcedTerms } from '../terms.ts'
import { areCodesBlocked } from './attempts.ts'
import { mailPaths, sendMail } from './mails.ts'
import { findAccountByEmail } from './queries/accounts.ts'
import { deleteExpiredDevices } from './queries/devices.ts'
import { deleteExpiredSecrets, hasLiveSecret } from './queries/secrets.ts'
import { deleteExpiredSessions, limitFutureSessions } from './queries/sessions.ts'
import { deleteExpiredSignUps, deleteSignUp, findUnmailedSignUp, markSignUpMailed } from './queries/sign-ups.ts'
import { createCode, createLinkToken } from './secrets.ts'
import type { AccountsServices } from './services.ts'
import { hashToken, generateToken } from './tokens.ts'
import { claimTermsMail, listTermsRecipients } from './queries/terms.ts'

const dayIn = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  nl: new Intl.DateTimeFormat('nl-BE', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** Emails announced terms once to each user who agreed to older terms. Does nothing without announced terms. */
export async function mailAmendedTerms(db: Db, mailer: Mailer, run: MailRun): Promise<void> {
  const announced = announcedTerms()
  if (!announced) return
  const { version, from } = announced
  const mails: DueMails = {
    list: (after, limit) => listTermsRecipients(db, version, after, limit),
    async send(tx, id) {
      const user = await claimTermsMail(tx, version, id)
      if (!user) return
      const { email, language } = user
      const day = dayIn[language].format(new Date(from))
      await sendMail(mailer, tx, { to: email, language, text: 'amended_terms', path: mailPaths.terms(language), values: { day } })
    },
    skip: (tx, id) => claimTermsMail(tx, version, id),
  }
  await sendDueMails(db, mails, run)
}

/*
 * Each request for an email sends one of these jobs, and only the job checks whether the address has an account. So neither the response
 * nor its timing reveals that.
 */
export const mailSignUpJob = defineJob('accounts-mail-sign-up', z.object({ id: Id }))
export const mailResetJob = defineJob(
  'accounts-mail-reset',
  // `only_if_void` is set once the email limit is reached: the job then sends one more link only if no earlier link is valid.
  z.object({
    email: z.string(),
    kind: z.enum(['link', 'code']),
    language: z.enum(languages),
    only_if_void: z._default(z.boolean(), false),
  }),
)
const announceTermsJob = defineJob('accounts-mail-amended-terms', z.object({}), {
  schedule: '7 * * * *',
  timeoutSeconds: 1800,
  backoffSeconds: 60,
})
const cleanAccountsJob = defineJob('accounts-cleaning', z.object({}), { schedule: '37 * * * *' })

/** Formats as `22 November 2026 at 01:05 CET`, with the zone because the recipient's zone is unknown. */
const formatTime = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Brussels',
    timeZoneName: 'short',
  }).format(new Date(iso))

export function registerAccountsJobs({
  db,
  jobs,
  limits,
  mailer,
}: Pick<AccountsServices, 'jobs' | 'limits' | 'mailer'> & { db: Db }): void {
  jobs.work(mailSignUpJob, ({ id }) =>
    db.transaction().execute(async (tx) => {
      const signUp = await findUnmailedSignUp(tx, id)
      if (!signUp) return
      const { email, nickname, language } = signUp
      const to = { to: email, language }
      const token = generateToken()
      // An email address with an account gets no link. A completed form stays, so that a login with the form's password gets the usual
      // response.
      if (signUp.is_known) await (signUp.is_filled_in ? markSignUpMailed(tx, id, null) : deleteSignUp(tx, id))
      else await markSignUpMailed(tx, id, hashToken(token))
      if (signUp.is_known) return sendMail(mailer, tx, { ...to, text: 'known', path: mailPaths.login(language) })
      const path = mailPaths.verify(language, token)
      const time = formatTime(signUp.created_at, language)
      if (!signUp.is_filled_in)
        return sendMail(mailer, tx, { ...to, text: 'sign_up', path: mailPaths.signUp(language, email, token), values: { time } })
      return nickname === null
        ? sendMail(mailer, tx, { ...to, text: 'verify_nameless', path, values: { time } })
        : sendMail(mailer, tx, { ...to, text: 'verify', path, values: { nickname: preventLinks(nickname), time } })
    }),
  )
  jobs.work(mailResetJob, ({ email, kind, language, only_if_void }) =>
    db.transaction().execute(async (tx) => {
      const account = await findAccountByEmail(tx, email)
      if (!account) return
      if (only_if_void && (await hasLiveSecret(tx, account.id, 'reset'))) return
      const to = account.email
      const byCode = kind === 'code' && !only_if_void && !(await areCodesBlocked(limits, account.id))
      if (byCode) return sendMail(mailer, tx, { to, language, text: 'reset_code', code: await createCode(tx, account.id, 'reset') })
      const token = await createLinkToken(tx, account.id, 'reset')
      return sendMail(mailer, tx, { to, language, text: 'reset_link', path: mailPaths.reset(language, to, token) })
    }),
  )
  jobs.work(announceTermsJob, (_, run) => mailAmendedTerms(db, mailer, run))
  jobs.work(cleanAccountsJob, async () => {
    await limitFutureSessions(db)
    await deleteExpiredSessions(db)
    await deleteExpiredSignUps(db)
    await deleteExpiredSecrets(db)
    await deleteExpiredDevices(db)
  })
}
