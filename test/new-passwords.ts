import { vi } from 'vitest'
import { untilJobsDone } from './jobs.ts'
import { solveCaptchaFor } from './people.ts'
import { accountsContract as api } from '#features/accounts/contract.ts'
import type { TestServer } from './serve.ts'

/** Returns functions that request and set new passwords. */
export function createPasswordResets({ clientFor, db, guest, mailsTo }: TestServer, fresh: string) {
  /** Gives each call an IP address of its own, so that the limit of emails per address isn't reached. */
  let callers = 0
  const from = (headers: Record<string, string> = {}) => ({
    'x-forwarded-for': `203.0.${113 + (callers >> 7)}.${(callers += 1) & 127}`,
    ...headers,
  })
  /** Returns emails for setting a new password, without emails about changed passwords. */
  const resetMails = async (email: string) => (await mailsTo(email, 0)).filter((mail) => !mail.includes('end_sessions'))
  async function requestReset(email: string, kind?: 'link' | 'code', language: 'en' | 'nl' = 'en') {
    const before = (await resetMails(email)).length
    const body = { email, captcha: await solveCaptchaFor(guest) }
    await clientFor({ language, headers: from() })(api.askReset, { body, ...(kind && { headers: { 'email-request': kind } }) })
    return vi.waitFor(async () => (await resetMails(email))[before] ?? Promise.reject(new Error('no mail')), { timeout: 20_000 })
  }
  /** Requests an email, and returns all emails to the address when the request was processed. */
  async function requestMail(email: string, kind: 'link' | 'code') {
    const body = { email, captcha: await solveCaptchaFor(guest) }
    await clientFor({ headers: from() })(api.askReset, { body, headers: { 'email-request': kind } })
    await untilJobsDone(db)
    return resetMails(email)
  }
  const reset = (email: string, token: string, password = fresh) =>
    clientFor({ headers: from() })(api.resetPassword, { body: { email, token, password: password, password_confirmation: password } })
  const logIn = async (user: string, password: string) =>
    guest(api.createToken, { body: { grant_type: 'password', user, password: password, captcha: await solveCaptchaFor(guest) } })
  return { from, resetMails, askReset: requestReset, askedFor: requestMail, reset, logIn }
}
