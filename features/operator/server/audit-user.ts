interface AuditedUser {
  id: string
  nickname: string | null
}

/** Returns the user as the thing of an act. */
export const userThing = ({ id, nickname }: AuditedUser) => ({ type: 'user', id, name: nickname ?? '' })

/** Returns the audit fields of an act on a user. The user is the thing, and also the person concerned, who may read the entry. */
export const userAuditFields = (user: AuditedUser) => ({ thing: userThing(user), personId: user.id })
