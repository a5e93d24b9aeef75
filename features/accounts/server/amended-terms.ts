import type { Db } from '#kit/server/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { type Amendment, announcedTerms } from '../terms.ts'
import { mailPaths, sendMail } from './mails.ts'
import { noteTermsMailed } from './queries/terms.ts'

/** People of one transaction. */
const batch = 200

const dayIn = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  nl: new Intl.DateTimeFormat('nl-BE', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** Mails everybody who agreed to older terms that they are amended, once; nobody while nothing is announced. */
export async function mailAmendedTerms(db: Db, mailer: Mailer, signal: AbortSignal): Promise<void> {
  const announced = announcedTerms()
  if (!announced) return
  while (!signal.aborted) {
    const told = await db.transaction().execute((tx) => mailSome(tx, mailer, announced))
    if (told < batch) return
  }
}

/** Who is told, and the mails that tell it: both or neither. */
async function mailSome(tx: Db, mailer: Mailer, { version, from }: Amendment): Promise<number> {
  const people = await noteTermsMailed(tx, version, batch)
  for (const { email, language } of people) {
    const day = dayIn[language].format(new Date(from))
    await sendMail(mailer, tx, { to: email, language, text: 'amended_terms', path: mailPaths.terms(language), values: { day } })
  }
  return people.length
}
