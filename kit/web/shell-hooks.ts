import type { ApiError } from '#kit/contract/client.ts'

/** Functions of the shell that the kit calls, because the kit renders nothing. */
interface ShellHooks {
  /** Handles a 427: asks for the missing fields. Resolves with true when the user filled them in; the call is then repeated. */
  requiredFields: () => Promise<boolean>
  /**
   * Handles a session that ended before a change was sent: asks to log in. Resolves with true after a login as the same user. Only then
   * is the change sent.
   */
  sessionEnded: (userId: string | undefined) => Promise<boolean | undefined>
  /** Handles a session that was ended elsewhere. Reads continue as a guest. */
  loggedOut: () => void
  /** Handles a refused change whose optimistic edits are already reverted. */
  refused: (error: ApiError) => void
  /** Handles the loss of team membership. The user then acts for themselves. */
  leftTeam: () => void
  /** Handles a missing or invalid response: checks whether the server is up. */
  unreachable: () => void
}

export const shellHooks: ShellHooks = {
  requiredFields: () => Promise.resolve(false),
  sessionEnded: () => Promise.resolve(undefined),
  loggedOut: () => {},
  refused: () => {},
  leftTeam: () => {},
  unreachable: () => {},
}
