import type { Language } from '#kit/contract/texts.ts'
import { fail } from '#kit/server/http/fail.ts'
import { accountsErrors } from '../errors.ts'
import type { Suspension } from './queries/suspensions.ts'

/** Refuses the login of a suspended user, after the password was verified. @throws 403 with reason and end */
export function refuseSuspended({ reason, until }: Suspension, language: Language): never {
  if (until === null) fail(accountsErrors.suspended, { values: { reason } })
  const format = new Intl.DateTimeFormat(language === 'nl' ? 'nl-BE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Brussels',
  })
  fail(accountsErrors.suspended_until, { values: { reason, until: format.format(until) } })
}
