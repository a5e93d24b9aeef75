import { createHmac, timingSafeEqual } from 'node:crypto'
import { cutText } from '#kit/contract/cut-text.ts'
import type { Db } from '#kit/server/db/db.ts'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import { type MailRun, sendDueMails } from '#kit/server/mail/due-mails.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { preventLinks } from '#kit/server/mail/prevent-links.ts'
import { updateAccount } from '#features/accounts/server/queries/accounts.ts'
import { type NotifiedUser, clearMailDue, listMailRecipients, lockMailRecipient } from './queries/due.ts'
import { listEmailedNotifications } from './queries/list.ts'
import { texts } from './texts.ts'
import { notificationText, stopLink } from './notification-texts.ts'

/** Maximum notifications per email. */
const maxListed = 10

const readDigestKey = createInstallationKey('notification-digest')
const idLength = 11

/** Returns the token that ends a user's emails without a login. Derived from the account, so that no token is stored. */
async function stopTokenOf(db: Db, userId: string): Promise<string> {
  const mac = createHmac('sha256', await readDigestKey(db))
    .update(userId)
    .digest('hex')
  return userId + mac.slice(0, 32)
}

/** Ends a user's emails by the token in an email. Ignores invalid tokens. */
export async function stopDigest(db: Db, token: string): Promise<void> {
  const userId = token.slice(0, idLength)
  const expected = Buffer.from(await stopTokenOf(db, userId))
  const bytes = Buffer.from(token)
  if (bytes.length === expected.length && timingSafeEqual(bytes, expected))
    await updateAccount(db, userId, { following_content_alert: false })
}

/** Emails all users who have new, unread and still visible notifications, except suspended users. */
export async function mailDigests(db: Db, mailer: Mailer, run: MailRun): Promise<void> {
  await readDigestKey(db)
  const list = (after: string, limit: number) => listMailRecipients(db, after, limit)
  const send = async (tx: Db, id: string) => {
    const user = await lockMailRecipient(tx, id)
    if (user) await mailDigest(tx, mailer, user)
  }
  await sendDueMails(db, { list, send, skip: clearMailDue }, run)
}

async function mailDigest(db: Db, mailer: Mailer, { reader, email, language, wantsMail }: NotifiedUser): Promise<void> {
  const rows = wantsMail ? await listEmailedNotifications(db, reader, maxListed + 1) : []
  await clearMailDue(db, reader.user.id)
  if (rows.length === 0) return
  const lines = rows
    .slice(0, maxListed)
    .map((row) => ({ text: preventLinks(notificationText(row, language)), stop: stopLink(row, language) }))
  const token = await stopTokenOf(db, reader.user.id)
  await mailer.send(composeDigest({ email, language, token }, lines, rows.length > maxListed), { db })
}

interface MailedNotification {
  text: string
  /** A link that ends notifications of this kind. */
  stop?: { label: string; url: string } | undefined
}

/** Returns the email's data: the notifications, and whether there are more. */
export function composeDigest(
  { email, language, token }: Pick<NotifiedUser, 'email' | 'language'> & { token: string },
  lines: readonly MailedNotification[],
  hasMore: boolean,
): Parameters<Mailer['send']>[0] {
  const t = texts[language]
  const count = lines.length
  const stop = count === 1 && !hasMore ? lines[0]!.stop : undefined
  const paragraphs = lines.map((line) => (line.stop ? { text: line.text, link: line.stop } : line.text))
  return {
    to: email,
    language,
    subject: count === 1 ? cutText(lines[0]!.text, 300) : t('mail.subject', { count }),
    heading: t('mail.heading'),
    paragraphs: [...paragraphs, ...(hasMore ? [t('mail.more')] : [])],
    action: { label: t('mail.action'), url: `/${language}/settings?view=inbox` },
    footer: t('mail.footer'),
    // For an email about a single search, the link ends only that search.
    unsubscribe: stop?.url ?? `/api/notification-digest/${token}`,
  }
}
