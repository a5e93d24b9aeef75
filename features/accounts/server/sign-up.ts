import type * as z from 'zod/mini'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { fail, ProblemError } from '#kit/server/fail.ts'
import { newId } from '#kit/server/ids.ts'
import type { accountsContract } from '../contract.ts'
import { accountsErrors } from '../errors.ts'
import { nicknameKey } from '../rules.ts'
import { termsInForce } from '../terms.ts'
import { saveAccounts } from './accounts.ts'
import { hashPassword } from './passwords.ts'
import { isNicknameTaken, type NewAccount } from './queries/accounts.ts'
import { confirmSignUp, deleteOtherSignUps, findFilledInSignUp, hasSignUpLink, insertSignUp, takeSignUpLink } from './queries/sign-ups.ts'
import { hashToken } from './tokens.ts'

type BodyOf<Name extends 'finishSignUp' | 'signUp'> = z.output<(typeof accountsContract)[Name]['body']>

/** Keeps the address alone. @returns the id of the sign-up, whose mail {@link mailSignUp} sends */
export async function keepAddress(db: Db, email: string, language: Language): Promise<string> {
  const id = newId()
  await insertSignUp(db, { id, email, language })
  return id
}

/** Keeps a filled-in form until its address is confirmed; the newest of an address counts. @returns as {@link keepAddress} */
export async function keepForm(db: Db, form: BodyOf<'signUp'>, passwordHash: string, language: Language): Promise<string> {
  const id = newId()
  await insertSignUp(db, {
    id,
    email: form.email,
    password_hash: passwordHash,
    nickname: form.nickname ?? null,
    nickname_key: form.nickname === undefined ? null : nicknameKey(form.nickname),
    birthday: form.birthday ?? null,
    guardian_consent: form.guardian_consent ?? false,
    terms_version: termsInForce(),
    language,
  })
  return id
}

/** A courtesy while the form is open; who comes first is decided when the account is made. @throws 422 */
export async function demandFreeNickname(db: Db, nickname: string | undefined): Promise<void> {
  if (nickname !== undefined && (await isNicknameTaken(db, nicknameKey(nickname))))
    fail(accountsErrors.nickname_taken, { field: 'nickname' })
}

/** Makes the account of a mailed link. @throws 422 when the link lapsed, or the address or nickname has an account */
export async function finishSignUp(db: Db, form: BodyOf<'finishSignUp'>, language: Language) {
  const tokenHash = hashToken(form.token)
  if (!(await hasSignUpLink(db, tokenHash, form.email))) fail(accountsErrors.sign_up_lapsed, { field: 'token' })
  await demandFreeNickname(db, form.nickname)
  const account: NewAccount = {
    id: newId(),
    email: form.email,
    nickname: form.nickname ?? null,
    password_hash: await hashPassword(form.password),
    language,
    ...(form.birthday !== undefined && { birthday: form.birthday }),
    ...(form.guardian_consent && { guardian_consent_at: new Date() }),
    ...(form.terms && { terms_version: termsInForce(), terms_accepted_at: new Date() }),
  }
  await db.transaction().execute(async (tx) => {
    if (!(await takeSignUpLink(tx, tokenHash, form.email))) fail(accountsErrors.sign_up_lapsed, { field: 'token' })
    await saveAccounts(tx, [account])
  })
  await deleteOtherSignUps(db, form.email, null)
  return { id: account.id, email: account.email, nickname: account.nickname }
}

/**
 * Makes the account of a filled-in sign-up. Opened again, the link says yes once more. A nickname that went to somebody else
 * meanwhile is no reason to refuse: another one is asked for after the login.
 * @throws 404 when the link lapsed or a newer sign-up took its place
 */
export async function confirmEmail(db: Db, token: string): Promise<{ email: string }> {
  try {
    return await confirm(db, hashToken(token))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.problem === accountsErrors.nickname_taken) return confirm(db, hashToken(token), { withoutNickname: true })
    if (error.problem === accountsErrors.email_taken) fail(accountsErrors.confirmation_failed)
    throw error
  }
}

async function confirm(db: Db, tokenHash: Buffer, { withoutNickname = false } = {}): Promise<{ email: string }> {
  const signUp = await db.transaction().execute(async (tx) => {
    const found = await findFilledInSignUp(tx, tokenHash)
    if (!found) return fail(accountsErrors.confirmation_failed)
    // Null once it is confirmed.
    if (found.password_hash === null) return found
    await saveAccounts(tx, [
      {
        id: newId(),
        email: found.email,
        nickname: withoutNickname ? null : found.nickname,
        password_hash: found.password_hash,
        language: found.language,
        birthday: found.birthday,
        guardian_consent_at: found.guardian_consent ? found.created_at : null,
        terms_version: found.terms_version,
        terms_accepted_at: found.terms_version === null ? null : found.created_at,
      },
    ])
    await confirmSignUp(tx, found.id)
    return found
  })
  await deleteOtherSignUps(db, signUp.email, signUp.id)
  return { email: signUp.email }
}
