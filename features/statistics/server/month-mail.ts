import type { Db } from '#kit/server/db/db.ts'
import { type MailRun, sendDueMails } from '#kit/server/mail/due-mails.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { withBuiltInName } from '#features/channels/server/names.ts'
import { smallCount } from '../rules.ts'
import { claimMonthMail, listDueMonthMails, listMonthFigures, type MonthMailRecipient, type MonthFigures } from './queries/mail.ts'
import { hideSmallViewerCount } from './statistics.ts'
import { texts } from './texts.ts'

export const stopPath = '/unsubscribe/statistics'

/** Maximum channels named in an email. */
const maxListed = 10

/** Emails the figures of the last month. One transaction adds the email and stores the next date, so that no email is sent twice. */
export const mailMonths = (db: Db, mailer: Mailer, run: MailRun, now = new Date()): Promise<void> =>
  sendDueMails(
    db,
    {
      list: (after, limit) => listDueMonthMails(db, now, after, limit),
      async send(tx, id) {
        const person = await claimMonthMail(tx, id, now)
        if (person?.is_due === true) await mailMonth(tx, mailer, person)
      },
      skip: (tx, id) => claimMonthMail(tx, id, now),
    },
    run,
  )

async function mailMonth(db: Db, mailer: Mailer, person: MonthMailRecipient): Promise<void> {
  const rows = await listMonthFigures(db, person.id, { month: person.month, timeZone: person.time_zone, limit: maxListed })
  if (rows.length > 0) await mailer.send(monthMail(person, rows), { db })
}

function lineOf(row: MonthFigures, language: MonthMailRecipient['language']): string {
  const t = texts[language]
  const signed = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' })
  const unique = hideSmallViewerCount(row.unique_views, row)
  return t('mail.channel', {
    name: withBuiltInName({ ...row, watch_later: false }, language).name,
    figures: [
      `${t('mail.views', { count: row.views })} (${signed.format(row.views - row.former_views)})`,
      unique === smallCount ? t('mail.viewers_few') : t('mail.viewers', { count: unique }),
      ...(row.followers === 0 ? [] : [t('mail.followers', { count: Math.abs(row.followers), change: signed.format(row.followers) })]),
    ].join(', '),
  })
}

/** Returns the email's data. */
function monthMail(
  { email, language, token, month }: Pick<MonthMailRecipient, 'email' | 'language' | 'token' | 'month'>,
  rows: readonly MonthFigures[],
): Parameters<Mailer['send']>[0] {
  const t = texts[language]
  const name = new Date(month).toLocaleDateString(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const hiddenCount = rows[0]!.total - rows.length
  const unsubscribe = `${stopPath}/${token}`
  return {
    to: email,
    language,
    subject: t('mail.subject', { month: name }),
    heading: t('mail.subject', { month: name }),
    paragraphs: [
      t('mail.text'),
      ...rows.map((row) => lineOf(row, language)),
      ...(hiddenCount > 0 ? [t('mail.more', { count: hiddenCount })] : []),
      { text: t('mail.why'), link: { label: t('mail.stop'), url: unsubscribe } },
    ],
    action: { label: t('mail.action'), url: `/${language}/statistics` },
    unsubscribe,
  }
}
