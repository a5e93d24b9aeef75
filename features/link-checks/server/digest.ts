import type { Db } from '#kit/server/db/db.ts'
import { type MailRun, sendDueMails } from '#kit/server/mail/due-mails.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { claimDigest, type Digest, type DigestRecipient, listDueDigests, readDigest } from './queries/digest.ts'
import { texts } from './texts.ts'

/** Maximum videos named in an email. */
const maxListed = 5

/** Emails users who have new dead links, at most once a week. */
export const mailDigests = (db: Db, mailer: Mailer, run: MailRun): Promise<void> =>
  sendDueMails(
    db,
    {
      list: (after, limit) => listDueDigests(db, after, limit),
      async send(tx, id) {
        const person = await claimDigest(tx, id)
        if (person) await mailDigest(tx, mailer, person)
      },
      skip: claimDigest,
    },
    run,
  )

async function mailDigest(db: Db, mailer: Mailer, person: DigestRecipient): Promise<void> {
  const digest = await readDigest(db, person.id, maxListed)
  if (digest.total > 0) await mailer.send(composeDeadLinkDigest(person, digest), { db })
}

/** Returns the email's data: the number of dead links, and the latest ones. */
export function composeDeadLinkDigest(
  { email, language, token }: Omit<DigestRecipient, 'id'>,
  { total, videos }: Digest,
): Parameters<Mailer['send']>[0] {
  const t = texts[language]
  const lines = videos.map(({ title, playlist_name, problem }) =>
    t('mail.video', { title, channel: playlist_name, why: t(`problem.${problem}`) }),
  )
  const hiddenCount = total - videos.length
  return {
    to: email,
    language,
    subject: t('mail.subject', { count: total }),
    heading: t('mail.heading', { count: total }),
    paragraphs: [t('mail.text'), ...lines, ...(hiddenCount > 0 ? [t('mail.more', { count: hiddenCount })] : [])],
    action: { label: t('mail.action'), url: `/${language}/settings?view=deadLinks` },
    footer: t('mail.footer'),
    unsubscribe: `/api/link-digest/${token}`,
  }
}
