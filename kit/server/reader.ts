/** Somebody who is logged in, as far as every feature needs to know them. */
export interface User {
  id: string
  sessionId: string
  /** The team whose lists are shown and who owns what is made; null in own mode. */
  teamId: string | null
  nickname: string | null
  /** Has confirmed to be of age and wants to see adult content. */
  seesAdult: boolean
  isOperator: boolean
  canUploadVideo: boolean
  /** Is a member of some team. */
  isInTeams: boolean
  /** ISO 3166-1 alpha-2, as the profile says; null: not said. */
  country: string | null
}

/** Who reads or changes something: every query that may differ from one to the other takes one. A guest is a reader without a user. */
export interface Reader<U extends User | null = User | null> {
  readonly user: U
  /** Where they are (ISO 3166-1 alpha-2), as far as that can be known; null: unknown, which keeps nothing from them. */
  readonly country: string | null
}

/** A guest of whom nothing is known. */
export const guestReader: Reader<null> = { user: null, country: null }

/** Somebody who does not ask at this moment; whether they see adult content now does not matter to what they once did. */
export const readerNamed = (id: string): Reader<User> => {
  const nobody = { sessionId: '', teamId: null, nickname: null, isOperator: false, canUploadVideo: false, country: null }
  return { user: { ...nobody, id, seesAdult: true, isInTeams: true }, country: null }
}

/** @param country where the request comes from; unknown: where the profile says that they live */
export const readerOf = <U extends User | null>(user: U, country: string | null): Reader<U> => ({
  user,
  country: country ?? user?.country ?? null,
})
