/** Emails and notifications about subscriptions. */
import type { Db } from '#kit/server/db/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import type { SubscriptionEvent } from '#features/notifications/kinds.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { formatEuros } from '#kit/server/euros.ts'
import type { Subscriber } from './queries/renewals.ts'
import { texts } from './texts.ts'

export interface NoticeTools {
  mailer: Pick<Mailer, 'send'>
  config: { publicUrl: string }
}

interface Notice {
  event: SubscriptionEvent
  to: Subscriber
  tierName: string
  /** In cents. */
  amount: number
  date: Date
  /** Path of a page, without the language. */
  path: string
}

/** Emails and notifies a user when the transaction commits. */
export async function sendNotice(tx: Db, { mailer, config }: NoticeTools, { event, to, tierName: tier, amount, date, path }: Notice) {
  const { user_id: userId, email, language } = to
  const t = texts[language]
  const day = new Intl.DateTimeFormat(language === 'nl' ? 'nl-BE' : 'en-IE', { dateStyle: 'long', timeZone: 'Europe/Brussels' }).format(
    date,
  )
  await mailer.send(
    {
      to: email,
      language,
      subject: t(`mail.${event}.subject`, { tier }),
      heading: t(`mail.${event}.heading`),
      paragraphs: [t(`mail.${event}.text`, { tier, price: formatEuros(amount, language), date: day })],
      action: { label: t(`mail.${event}.action`), url: `${config.publicUrl}/${language}${path}` },
    },
    { db: tx },
  )
  await notify(tx, { kind: 'subscription', to: userId, details: { event, tier, amount }, path })
}
