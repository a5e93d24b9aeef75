import type { ApiError } from '#kit/contract/client.ts'

/** Callbacks into the shell: the kit itself renders nothing. */
interface ShellHooks {
  /** Handles a 427: asks for missing fields; resolves with true when filled in, and the call is repeated. */
  requiredFields: () => Promise<boolean>
  /** Handles an ended session during a change: asks to log in and resolves when done; the call is repeated as the current user. */
  sessionEnded: () => Promise<void>
  /** Handles a session ended elsewhere; reads continue as a guest. */
  loggedOut: () => void
  /** Handles a refused optimistic change, already reverted. */
  refused: (error: ApiError) => void
  /** Handles the loss of team membership; the user acts for themselves again. */
  leftTeam: () => void
  /** Handles a missing or invalid answer: checks whether the server is up. */
  unreachable: () => void
}

export const shellHooks: ShellHooks = {
  requiredFields: () => Promise.resolve(false),
  sessionEnded: () => Promise.resolve(),
  loggedOut: () => {},
  refused: () => {},
  leftTeam: () => {},
  unreachable: () => {},
}
