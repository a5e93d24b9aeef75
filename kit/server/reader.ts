/** A logged-in user, with the properties that all features need. */
export interface User {
  id: string
  sessionId: string
  /** The team that the user acts for: its lists are shown, and it owns created things. Null: the user acts for themselves. */
  teamId: string | null
  nickname: string | null
  /** Has confirmed their age and wants to see adult content. */
  seesAdult: boolean
  /** Runs this installation. */
  isOperator: boolean
  /** Handles reports and removals, and warns users. */
  isModerator: boolean
  canUploadVideo: boolean
  isInTeams: boolean
  /** May only suggest changes to things of the team that they act for. */
  onlySuggests?: boolean
  /** ISO 3166-1 alpha-2, from the profile; null: not given. */
  country: string | null
}

/**
 * The user or guest that a request acts for. Every query whose result may depend on the reader takes a `Reader`. A
 * guest is a reader without a user.
 */
export interface Reader<U extends User | null = User | null> {
  readonly user: U
  /** Current country (ISO 3166-1 alpha-2), if known; null: unknown, which hides nothing. */
  readonly country: string | null
}

/** A guest without known properties. */
export const guestReader: Reader<null> = { user: null, country: null }

/**
 * Returns a reader for background jobs that act for a user. Adult content is visible, as the user's current setting doesn't apply to past
 * actions.
 * @param fields fields that differ from the defaults
 */
export const readerForUser = (id: string, fields: Partial<User> = {}): Reader<User> => {
  const blankUser = {
    sessionId: '',
    teamId: null,
    nickname: null,
    isOperator: false,
    isModerator: false,
    canUploadVideo: false,
    country: null,
  }
  return createReader({ ...blankUser, seesAdult: true, isInTeams: true, ...fields, id }, null)
}

/** @param country the country of the request; null: the country in the user's profile */
export const createReader = <U extends User | null>(user: U, country: string | null): Reader<U> => ({
  user,
  country: country ?? user?.country ?? null,
})
