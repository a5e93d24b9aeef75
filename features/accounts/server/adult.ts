import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { assertAllowed, type Limits } from '#kit/server/http/limits.ts'
import { accountsErrors } from '../errors.ts'
import { accountAge } from '../rules.ts'
import { countMailRequest, canSendMail, tryCodeOfUser } from './attempts.ts'
import { sendMail } from './mails.ts'
import { findAdultSettings, setAdultContent } from './queries/accounts.ts'
import { consumeSecret, trySecret } from './queries/secrets.ts'
import { createCode } from './secrets.ts'
import type { AccountsServices } from './services.ts'
import { hashToken } from './tokens.ts'

function assertAdult(birthday: string | null): void {
  if (birthday === null) fail(accountsErrors.birthday_missing, { field: 'birthday' })
  if (accountAge(birthday) !== 'adult') fail(accountsErrors.too_young_for_adult, { field: 'birthday' })
}

/** Turns adult content off, or mails the code that turns it on. @returns whether a code is required. @throws 422 on `birthday`; 429 */
export async function toggleAdultContent(
  db: Db,
  { limits, mailer }: Pick<AccountsServices, 'limits' | 'mailer'>,
  { userId, language, address }: { userId: string; language: Language; address: string },
): Promise<boolean> {
  const { adult_content: isOn, birthday, email } = await findAdultSettings(db, userId)
  if (isOn) {
    await setAdultContent(db, userId, false)
    return false
  }
  assertAdult(birthday)
  await countMailRequest(limits, address)
  assertAllowed(await canSendMail(limits, 'adult', email))
  await db.transaction().execute(async (tx) => {
    await sendMail(mailer, tx, { to: email, language, text: 'adult_code', code: await createCode(tx, userId, 'adult') })
  })
  return true
}

/** Turns adult content on with the emailed code. @throws 422 on `code`; 429 */
export async function enableAdultContent(
  db: Db,
  limits: Limits,
  { userId, code, address }: { userId: string; code: string; address: string },
): Promise<void> {
  const hash = hashToken(code)
  const isRight = await tryCodeOfUser(
    limits,
    address,
    async () => (await trySecret(db, { accountId: userId }, 'adult', { hash, isCode: true }))?.is_right ?? false,
  )
  if (!isRight || !(await consumeSecret(db, userId, 'adult', hash))) fail(accountsErrors.code_wrong, { field: 'code' })
  // The birthday may have changed since the code was mailed.
  assertAdult((await findAdultSettings(db, userId)).birthday)
  await setAdultContent(db, userId, true)
}
