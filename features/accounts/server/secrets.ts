import { randomInt } from 'node:crypto'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { codeLength } from '../rules.ts'
import { mailPaths, sendMail } from './mails.ts'
import { type Purpose, upsertSecret } from './queries/secrets.ts'
import { hashToken, generateToken } from './tokens.ts'

const codeMinutes = 10
const codeAttempts = 5
const linkMinutes = { reset: 60, sessions: 7 * 24 * 60 }

/** Creates a code for a purpose, valid for 10 minutes and 5 attempts. Voids earlier codes and links for it. */
export async function createCode(db: Db, accountId: string, purpose: Purpose): Promise<string> {
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
  await upsertSecret(db, { accountId, purpose, hash: hashToken(code), minutes: codeMinutes, attempts: codeAttempts })
  return code
}

/**
 * Creates a link token for a purpose, valid for 60 minutes (new password) or a week (ending all sessions). Voids earlier codes and links
 * for it.
 */
export async function createLinkToken(db: Db, accountId: string, purpose: keyof typeof linkMinutes): Promise<string> {
  const token = generateToken()
  await upsertSecret(db, { accountId, purpose, hash: hashToken(token), minutes: linkMinutes[purpose], attempts: null })
  return token
}

/**
 * Notifies the owner of an account that its password was changed, or that the account was created. The email has a link that ends all
 * sessions.
 */
export async function mailAccountOwner(
  tx: Db,
  mailer: Mailer,
  { id, email, language }: { id: string; email: string; language: Language },
  text: 'password_changed' | 'registered',
): Promise<void> {
  const token = await createLinkToken(tx, id, 'sessions')
  await sendMail(mailer, tx, { to: email, language, text, path: mailPaths.endSessions(language, token) })
}
