import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { generateToken, hashToken } from '#features/accounts/server/tokens.ts'
import { limits } from '../rules.ts'
import { openAppeal } from './queries/moderation.ts'
import { texts } from './texts.ts'

interface UserMail {
  subject: string
  paragraphs: readonly string[]
  action?: { label: string; url: string } | undefined
}

/** Sends a user an email when the transaction commits. */
export const mailUser = (
  tx: Db,
  mailer: Mailer,
  { email, language }: { email: string; language: string },
  { subject, paragraphs, action }: UserMail,
): Promise<void> =>
  mailer.send(
    { to: email, language: language as Language, subject, heading: subject, paragraphs: [...paragraphs], ...(action && { action }) },
    { db: tx },
  )

/** Makes an appeal possible. @returns the link for the email, which works once and without a login, because suspended users can't log in */
export async function createAppealLink(
  tx: Db,
  { id, language }: { id: string; language: string },
  warningId: string | null,
): Promise<{ label: string; url: string }> {
  const secret = generateToken()
  await openAppeal(tx, id, warningId, { hash: hashToken(secret), days: limits.appealDays })
  return { label: texts[language as Language]('mail.appeal'), url: `/${language}/appeal#${secret}` }
}
