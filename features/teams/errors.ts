import { defineErrors } from '#kit/contract/errors.ts'

export const teamsErrors = defineErrors('teams', {
  /** Its message is "No permission for this action", as in the specification. */
  admins_only: 403,
  only_admin: 409,
  last_member: 409,
  /** An admin is asked to give up the role before they can be removed. */
  member_is_admin: 409,
  not_asked: 409,
  invitation_expired: 409,
  invitation_removed: 409,
  /** The invitation was accepted or declined before, and this answer is another one. */
  invitation_answered: 409,
  /** Members leave a team with another endpoint. */
  leave_instead: 409,
  /** The invitation is for another email address. */
  invitation_of_another: 403,
  team_limit: 422,
  member_limit: 422,
  already_member: 422,
  invitation_limit: 429,
})
