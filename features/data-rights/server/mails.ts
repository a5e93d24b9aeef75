import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { texts } from './texts.ts'

interface Addressee {
  email: string
  language: Language
}
type Step = 'export_done' | 'deletion_asked' | 'deletion_cancelled' | 'deletion_done'

/** A day as in `30 November 2026`: mails don't know where they are read. */
const formatDay = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Brussels',
  }).format(new Date(iso))

/** Tells somebody what becomes of what is theirs, if the transaction is committed. @param at the moment it is about */
export function mailStep(mailer: Mailer, db: Db, { email, language }: Addressee, step: Step, at?: string): Promise<void> {
  const t = texts[language]
  const values = { day: at === undefined ? '' : formatDay(at, language) }
  return mailer.send(
    {
      to: email,
      language,
      subject: t(`mail.${step}.subject`, values),
      heading: t(`mail.${step}.heading`, values),
      paragraphs: [t(`mail.${step}.text`, values)],
      ...(step !== 'deletion_done' && { action: { label: t(`mail.${step}.action`, values), url: `/${language}/settings?view=data` } }),
      footer: t(`mail.${step}.footer`, values),
    },
    { db },
  )
}
