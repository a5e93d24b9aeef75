import type { Db } from '#kit/server/db/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { type Amendment, announcedTerms } from '../terms.ts'
import { mailPaths, sendMail } from './mails.ts'
import { noteTermsMailed } from './queries/terms.ts'

/** Users per transaction. */
const batch = 200

const dayIn = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  nl: new Intl.DateTimeFormat('nl-BE', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** Emails announced terms once to all users who agreed to older ones; does nothing without an announcement. */
export async function mailAmendedTerms(db: Db, mailer: Mailer, signal: AbortSignal): Promise<void> {
  const announced = announcedTerms()
  if (!announced) return
  while (!signal.aborted) {
    const told = await db.transaction().execute((tx) => mailSome(tx, mailer, announced))
    if (told < batch) return
  }
}

/** Marks users as notified and sends their emails, atomically. */
async function mailSome(tx: Db, mailer: Mailer, { version, from }: Amendment): Promise<number> {
  const people = await noteTermsMailed(tx, version, batch)
  for (const { email, language } of people) {
    const day = dayIn[language].format(new Date(from))
    await sendMail(mailer, tx, { to: email, language, text: 'amended_terms', path: mailPaths.terms(language), values: { day } })
  }
  return people.length
}
