import type { Db } from '#kit/server/db/db.ts'
import { fail } from '#kit/server/http/fail.ts'
import { accountsErrors } from '../errors.ts'
import { findBlockedWord } from '../blocked-words.ts'
import { findOpenInvitation, countInvitationUse } from './queries/invitations.ts'
import type { LiveSettings } from './site-settings.ts'

/** Decides who can register now, and with which names. */

type Settings = Pick<LiveSettings, 'read'>

/**
 * Checks a sign-up form before anything is stored.
 * @returns the id of the invitation, if registration needs one
 * @throws 403 if registration is closed; 422 on `invitation`
 */
export async function assertMayRegister(db: Db, settings: Settings, code: string | undefined): Promise<string | null> {
  const { mode } = (await settings.read()).registration
  if (mode === 'closed') fail(accountsErrors.registration_closed)
  if (mode === 'open') return null
  if (code === undefined) return fail(accountsErrors.invitation_required)
  const invitation = await findOpenInvitation(db, code)
  return invitation?.id ?? fail(accountsErrors.invitation_invalid, { field: 'invitation' })
}

/** Counts a new account for its invitation. @throws 403, also if registration was closed after the form was sent */
export async function countInvitedAccount(tx: Db, settings: Settings, invitationId: string | null): Promise<void> {
  const { mode } = (await settings.read()).registration
  if (mode === 'closed') fail(accountsErrors.registration_closed)
  if (mode === 'open') return
  if (invitationId === null) fail(accountsErrors.invitation_required)
  else if (!(await countInvitationUse(tx, invitationId))) fail(accountsErrors.invitation_used)
}

/** @throws 422 on the field if the name has a blocked word */
export async function assertNameAllowed(settings: Settings, name: string, field: string): Promise<void> {
  if (findBlockedWord(name, (await settings.read()).names.blocked) !== undefined) fail(accountsErrors.name_blocked, { field })
}
