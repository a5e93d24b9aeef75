import type * as z from 'zod/mini'
import type { Language } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db/db.ts'
import { fail, ProblemError } from '#kit/server/http/fail.ts'
import { newId } from '#kit/server/ids.ts'
import type { accountsContract } from '../contract.ts'
import { accountsErrors } from '../errors.ts'
import { mailboxKey, lookAlikeKey } from '../rules.ts'
import { termsInForce } from '../terms.ts'
import { saveAccounts } from './accounts.ts'
import { assertStrongPassword, hashPassword } from './passwords.ts'
import { isNicknameTaken, type NewAccount } from './queries/accounts.ts'
import {
  confirmSignUp,
  findFilledInSignUp,
  hasSignUpLink,
  insertSignUp,
  consumeSignUpLink,
  revokeOtherSignUps,
} from './queries/sign-ups.ts'
import { mailAccountOwner } from './secrets.ts'
import { assertMayRegister, countInvitedAccount, assertNameAllowed } from './registration.ts'
import type { AccountsServices, OnAccountCreated } from './services.ts'
import type { LiveSettings } from './site-settings.ts'
import { hashToken } from './tokens.ts'

type Settings = Pick<LiveSettings, 'read'>
type BodyOf<Name extends 'finishSignUp' | 'signUp'> = z.output<(typeof accountsContract)[Name]['body']>

interface SignUpOrigin {
  language: Language
  invitationId: string | null
}

/** Stores an email-only sign-up. @returns its id, for {@link mailSignUpJob} */
export async function createEmailSignUp(db: Db, email: string, { language, invitationId }: SignUpOrigin): Promise<string> {
  const id = newId()
  await insertSignUp(db, { id, email, mailbox: mailboxKey(email), language, invitation_id: invitationId })
  return id
}

/** Stores a completed form until its email is confirmed. Other forms for that email stay. @returns its id, for {@link mailSignUpJob} */
export async function createFullSignUp(
  db: Db,
  form: BodyOf<'signUp'>,
  passwordHash: string,
  { language, invitationId }: SignUpOrigin,
): Promise<string> {
  const id = newId()
  await insertSignUp(db, {
    id,
    email: form.email,
    mailbox: mailboxKey(form.email),
    password_hash: passwordHash,
    nickname: form.nickname ?? null,
    nickname_key: form.nickname === undefined ? null : lookAlikeKey(form.nickname),
    birthday: form.birthday ?? null,
    guardian_consent: form.guardian_consent ?? false,
    terms_version: termsInForce(),
    language,
    invitation_id: invitationId,
  })
  return id
}

/** Checks the username while the form is open. It may still be taken before the account is made. @throws 422 */
export async function assertNicknameAvailable(db: Db, settings: Settings, nickname: string | undefined): Promise<void> {
  if (nickname === undefined) return
  await assertNameAllowed(settings, nickname, 'nickname')
  if (await isNicknameTaken(db, lookAlikeKey(nickname))) fail(accountsErrors.nickname_taken, { field: 'nickname' })
}

type SignUpServices = Pick<AccountsServices, 'emailedInvitations' | 'mailer' | 'onAccountCreated' | 'siteSettings'>

/**
 * Creates the account of a sign-up link or a team invitation, and accepts the invitation. The emailed link proves the address.
 * @throws 403; 422 if the link is no longer valid, or the email or username is taken
 */
export async function finishSignUp(
  db: Db,
  form: BodyOf<'finishSignUp'>,
  services: SignUpServices,
  { language, address }: { language: Language; address: string },
) {
  const { emailedInvitations, mailer, onAccountCreated, siteSettings } = services
  const tokenHash = hashToken(form.token)
  const isOpen = (await hasSignUpLink(db, tokenHash, form.email)) || (await emailedInvitations.isOpen(db, form.token, form.email))
  if (!isOpen) fail(accountsErrors.sign_up_lapsed, { field: 'token' })
  await assertNicknameAvailable(db, siteSettings, form.nickname)
  const account: NewAccount = {
    id: newId(),
    email: form.email,
    nickname: form.nickname ?? null,
    password_hash: await hashPassword(form.password, address),
    language,
    ...(form.birthday !== undefined && { birthday: form.birthday }),
    ...(form.guardian_consent && { guardian_consent_at: new Date() }),
    ...(form.terms && { terms_version: termsInForce(), terms_accepted_at: new Date() }),
  }
  await db.transaction().execute(async (tx) => {
    const link = await consumeSignUpLink(tx, tokenHash, form.email)
    const accept = link ? undefined : await emailedInvitations.claim(tx, form.token, form.email)
    if (!link && !accept) fail(accountsErrors.sign_up_lapsed, { field: 'token' })
    await countInvitedAccount(tx, siteSettings, link ? link.invitation_id : await assertMayRegister(tx, siteSettings, form.invitation))
    await saveAccounts(tx, [account])
    await onAccountCreated(tx, { id: account.id, language })
    await accept?.(account.id)
    // Invitations are forwarded sometimes, so the owner of the address is notified of an account that another person made.
    if (accept) await mailAccountOwner(tx, mailer, { ...account, language }, 'registered')
  })
  await revokeOtherSignUps(db, form.email, null)
  return { id: account.id, email: account.email, nickname: account.nickname }
}

/** Outcome of a confirmation link. */
interface ConfirmedSignUp {
  email: string
  nickname: string | null
  /** True if others signed up with the same mailbox: the user must choose a new password first. */
  password_required: boolean
}
type SignUp = NonNullable<Awaited<ReturnType<typeof findFilledInSignUp>>>
const toConfirmedSignUp = ({ email, nickname }: SignUp, password_required = false): ConfirmedSignUp => ({
  email,
  nickname,
  password_required,
})

/**
 * Creates the account of a completed sign-up. The same link may be opened again. If the username was taken since, the user chooses another
 * one after the login.
 * @throws 404 if the link has expired, or another link for its email was confirmed
 */
export const confirmEmail = (db: Db, token: string, creation: AccountCreation): Promise<ConfirmedSignUp> =>
  confirmByTokenHash(db, hashToken(token), creation)

/** Like {@link confirmEmail}, but with a newly chosen password. @throws 404 even if already confirmed; 422 */
export async function confirmWithPassword(
  db: Db,
  token: string,
  password: string,
  { address, ...creation }: AccountCreation & { address: string },
): Promise<ConfirmedSignUp> {
  const tokenHash = hashToken(token)
  const signUp = await findFilledInSignUp(db, tokenHash)
  // The password hash is null once confirmed.
  if (!signUp?.password_hash) return fail(accountsErrors.confirmation_failed)
  await assertStrongPassword(password, signUp.email, signUp.nickname)
  return confirmByTokenHash(db, tokenHash, { ...creation, newPasswordHash: await hashPassword(password, address) })
}

async function confirmByTokenHash(db: Db, tokenHash: Buffer, creation: AccountCreation): Promise<ConfirmedSignUp> {
  try {
    return await makeAccount(db, tokenHash, creation)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.problem === accountsErrors.nickname_taken) return makeAccount(db, tokenHash, { ...creation, withoutNickname: true })
    if (error.problem === accountsErrors.email_taken) fail(accountsErrors.confirmation_failed)
    throw error
  }
}

interface AccountCreation {
  newPasswordHash?: string
  withoutNickname?: boolean
  onAccountCreated: OnAccountCreated
  siteSettings: Settings
}
async function makeAccount(
  db: Db,
  tokenHash: Buffer,
  { newPasswordHash, withoutNickname = false, onAccountCreated, siteSettings }: AccountCreation,
): Promise<ConfirmedSignUp> {
  const { signUp, isNew } = await db.transaction().execute(async (tx) => {
    const filled = await findFilledInSignUp(tx, tokenHash)
    if (!filled) return fail(accountsErrors.confirmation_failed)
    if (filled.password_hash === null) {
      if (newPasswordHash !== undefined) fail(accountsErrors.confirmation_failed)
      return { signUp: filled, isNew: true }
    }
    if (filled.has_others && newPasswordHash === undefined) return { signUp: filled, isNew: false }
    await countInvitedAccount(tx, siteSettings, filled.invitation_id)
    const id = newId()
    await saveAccounts(tx, [
      {
        id,
        email: filled.email,
        nickname: withoutNickname ? null : filled.nickname,
        password_hash: newPasswordHash ?? filled.password_hash,
        language: filled.language,
        birthday: filled.birthday,
        guardian_consent_at: filled.guardian_consent ? filled.created_at : null,
        terms_version: filled.terms_version,
        terms_accepted_at: filled.terms_version === null ? null : filled.created_at,
      },
    ])
    await onAccountCreated(tx, { id, language: filled.language })
    await confirmSignUp(tx, filled.id)
    return { signUp: filled, isNew: true }
  })
  if (isNew) await revokeOtherSignUps(db, signUp.email, signUp.id)
  return toConfirmedSignUp(signUp, !isNew)
}
