import { sql } from 'kysely'
import { type Db, executeWrite } from '#kit/server/db/db.ts'
import { prepare } from '#kit/server/db/prepare.ts'
import type { Reader } from '#kit/server/reader.ts'
import type { Language } from '#kit/contract/texts.ts'
import type { Invitation } from '../../contract.ts'
import { type InvitationState, limits } from '../../rules.ts'

const state = sql<InvitationState>`case
  when invitation.answer = 'accepted' then case when exists (select from team_member
    where team_member.team_id = invitation.team_id and team_member.user_id = invitation.answered_by) then 'accepted' else 'removed' end
  when invitation.answer is not null then invitation.answer
  when not exists (select from team_member where team_member.team_id = invitation.team_id) then 'removed'
  when invitation.expires_at <= now() then 'expired' else 'open' end`
const isOfUser = (userId: unknown) =>
  sql<boolean>`coalesce(invitation.email = (select lower(email) from account where id = ${userId}), false)`

export interface FoundInvitation extends Invitation {
  id: string
  /** The email address of the reader's account; null for guests. */
  yours: string | null
}

/** Finds the invitation with this code, for any reader. Without a code, finds the reader's latest invitation to the team. */
export const findInvitation = prepare(
  (_: Db, { user }: Reader, teamId: string, code: string | undefined) => sql<FoundInvitation>`
    select invitation.id, invitation.team_id, team.name as team_name, invitation.email, ${isOfUser(user?.id ?? null)} as is_yours, ${state} as state,
      (select email from account where id = ${user?.id ?? null}) as yours
    from team_invitation invitation join team on team.id = invitation.team_id
    where invitation.team_id = ${teamId} and ${code === undefined ? isOfUser(user?.id ?? null) : sql`invitation.code = ${code}`}
    order by invitation.created_at desc limit 1`,
)

/** Finds the open invitation of this address with this code. */
export const findOpenInvitation = async (db: Db, code: string, email: string): Promise<OpenInvitation | undefined> =>
  (
    await sql<OpenInvitation>`select id, team_id, role from team_invitation invitation
      where code = ${code} and email = lower(${email}) and ${state} = 'open'`.execute(db)
  ).rows[0]
interface OpenInvitation {
  id: string
  team_id: string
  role: 'suggester' | null
}

export interface LockedInvitation {
  state: InvitationState
  is_yours: boolean
  answered_by: string | null
  role: 'suggester' | null
}
/** Reads the state of an invitation. The team must be locked. */
export const readInvitation = async (db: Db, id: string, userId: string): Promise<LockedInvitation | undefined> =>
  (
    await sql<LockedInvitation>`
      select ${state} as state, ${isOfUser(userId)} as is_yours, answered_by, role from team_invitation invitation where id = ${id}`.execute(
      db,
    )
  ).rows[0]

export const answerOpenInvitation = (db: Db, id: string, answer: 'accepted' | 'declined', userId: string) =>
  sql`update team_invitation set answer = ${answer}, answered_at = now(), answered_by = ${userId} where id = ${id} and answer is null`.execute(
    db,
  )

/** @returns false if there is no open invitation with this id in the team */
export const withdrawInvitation = (db: Db, teamId: string, id: string): Promise<boolean> =>
  executeWrite(
    db,
    sql`update team_invitation set answer = 'removed', answered_at = now() where team_id = ${teamId} and id = ${id} and answer is null`,
  )

/** Normalizes addresses like those of accounts, and removes duplicates. */
export const foldAddresses = async (db: Db, emails: readonly string[]): Promise<string[]> =>
  (
    await sql<{ email: string }>`
      select lower(given) as email from unnest(${[...emails]}::text[]) with ordinality as one (given, n) group by 1 order by min(n)`.execute(
      db,
    )
  ).rows.map(({ email }) => email)

/** Returns the first of these normalized addresses that is a member's. */
export const findMemberAddress = async (db: Db, teamId: string, emails: readonly string[]): Promise<string | undefined> =>
  (
    await sql<{ email: string }>`
      select lower(account.email) as email from team_member join account on account.id = team_member.user_id
      where team_member.team_id = ${teamId} and lower(account.email) = any(${[...emails]}::text[]) limit 1`.execute(db)
  ).rows[0]?.email

/** Counts members and open invitations of a team, except those with these addresses. */
export const countPlaces = async (db: Db, teamId: string, excludedAddresses: readonly string[]): Promise<number> =>
  (
    await sql<{ count: number }>`
      select ((select count(*) from team_member where team_id = ${teamId}) + (select count(*) from team_invitation
        where team_id = ${teamId} and answer is null and expires_at > now() and email <> all(${[...excludedAddresses]}::text[])))::int as count`.execute(
      db,
    )
  ).rows[0]!.count

export interface UpsertedInvitation {
  email: string
  code: string
  is_mail_due: boolean
  /** The account with the invited address, if there is one. */
  account_id: string | null
  language: Language
}
/**
 * Invites normalized addresses, or renews their open invitations. The email is in the language of the address's account, or else of the
 * inviter.
 */
export const upsertInvitations = async (
  db: Db,
  { teamId, inviterId, emails, role }: { teamId: string; inviterId: string; emails: readonly string[]; role: 'suggester' | null },
): Promise<UpsertedInvitation[]> =>
  (
    await sql<UpsertedInvitation>`
      with made as (
        insert into team_invitation as known (team_id, email, invited_by, role, mailed_at, expires_at)
        select ${teamId}, email, ${inviterId}, ${role}, now(), now() + make_interval(days => ${limits.invitationDays})
        from unnest(${[...emails]}::text[]) as email order by email
        on conflict (team_id, email) where answer is null do update set invited_by = excluded.invited_by, role = excluded.role, renewed_at = now(),
          expires_at = excluded.expires_at,
          mailed_at = case when known.mailed_at between now() - make_interval(mins => ${limits.mailPauseMinutes}) and now() then known.mailed_at else now() end
        returning email, code, mailed_at = now() as is_mail_due)
      select made.email, made.code, made.is_mail_due, account.id as account_id,
        coalesce(account.language, (select language from account where id = ${inviterId})) as language
      from made left join account on lower(account.email) = made.email order by made.email`.execute(db)
  ).rows

/** Deletes invitations 90 days after they expire, answered or not. @returns the number of deleted rows. If it equals `count`, there may be more. */
export const deleteOldInvitations = async (db: Db, count: number): Promise<number> =>
  (
    await sql`delete from team_invitation where id in (select id from team_invitation
      where expires_at < now() - interval '90 days' limit ${count}) returning 1`.execute(db)
  ).rows.length
