interface AuditedUser {
  id: string
  nickname: string | null
}

/** Returns the user as the thing of an act. */
export const userThing = ({ id, nickname }: AuditedUser) => ({ type: 'user', id, name: nickname ?? '' })

/** Returns the user as the thing of an act, and as the person concerned, who may read it. */
export const userAuditFields = (user: AuditedUser) => ({ thing: userThing(user), personId: user.id })
