import { sql } from 'kysely'
import { solveCaptchaFor, linkIn, password } from './people.ts'
import type { Client, TestServer } from './serve.ts'
import { accountsContract as api } from '#features/accounts/contract.ts'

/** Returns functions that register users, by an emailed link to the form, or with the whole form. */
export function createSignUps({ app, db, guest, mailsTo }: TestServer) {
  const logIn = async (user: string, loginPassword = password) =>
    guest(api.createToken, { body: { grant_type: 'password', user, password: loginPassword, captcha: await solveCaptchaFor(guest) } })
  const countAccounts = async (email: string) =>
    (
      await db
        .selectFrom('account')
        .select('id')
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .execute()
    ).length
  /** Requests the emailed link to the form, and opens it. */
  async function linkFor(email: string, client: Client = guest) {
    const before = (await mailsTo(email, 0)).length
    await client(api.startSignUp, { body: { email, captcha: await solveCaptchaFor(client) } })
    return linkIn((await mailsTo(email, before + 1)).at(-1)!)
  }
  const tokenIn = (link: URL) => link.searchParams.get('token')!
  const finish = async (fields: { email: string; token: string; nickname?: string; [field: string]: unknown }, client = guest) =>
    client(api.finishSignUp, { body: { password, password_confirmation: password, captcha: await solveCaptchaFor(client), ...fields } })
  /** Submits the whole form, and returns the path of the emailed link. */
  async function signUp(email: string, fields: Record<string, unknown> = {}, client: Client = guest) {
    const before = (await mailsTo(email, 0)).length
    await client(api.signUp, { body: { email, password, terms: true, captcha: await solveCaptchaFor(client), ...fields } })
    const link = linkIn((await mailsTo(email, before + 1)).at(-1)!)
    return link.searchParams.get('verify_url') ?? ''
  }
  const tokenOf = (path: string) => path.split('/').at(-1)!
  const confirmWith = (path: string, newPassword: string) =>
    guest(api.confirmWithPassword, {
      params: { token: tokenOf(path) },
      body: { password: newPassword, password_confirmation: newPassword },
    })
  const open = async (path: string) => (await app.inject({ url: path })).statusCode
  return { logIn, countAccounts, linkFor, tokenIn, finish, signUp, tokenOf, confirmWith, open }
}
