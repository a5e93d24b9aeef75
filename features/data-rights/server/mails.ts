import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { texts } from './texts.ts'

interface Recipient {
  email: string
  language: Language
}
type DataRightsEmail = 'export_done' | 'deletion_asked' | 'deletion_cancelled' | 'deletion_done'

/** Formats as `30 November 2026`, without a time because the recipient's time zone is unknown. */
const formatDay = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Europe/Brussels',
  }).format(new Date(iso))

/** Emails a user about their data when the transaction commits. @param at the date in the email */
export function sendDataRightsEmail(
  mailer: Mailer,
  db: Db,
  { email, language }: Recipient,
  step: DataRightsEmail,
  at?: string,
): Promise<void> {
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
