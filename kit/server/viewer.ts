/** Who is calling, as far as every feature needs to know it. */
export interface Viewer {
  userId: string
  sessionId: string
  /** The team whose lists are shown and who owns what is made; null in own mode. */
  teamId: string | null
  nickname: string | null
  /** Has confirmed to be of age and wants to see adult content. */
  seesAdult: boolean
  isOperator: boolean
  canUploadVideo: boolean
}
