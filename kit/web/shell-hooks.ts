import type { ApiError } from '#kit/contract/client.ts'

/** What the kit asks of the shell around it: the kit itself shows nothing. */
interface ShellHooks {
  /** A call was answered 427. Asks for what is missing; true when it was filled in, and the call is then repeated. */
  requiredFields: () => Promise<boolean>
  /** The session is over, and a change was to be made. Asks to log in again, and waits for the answer; the call is then repeated as whoever is there. */
  sessionEnded: () => Promise<void>
  /** The session was ended from elsewhere, and what was read is shown as to a guest. */
  loggedOut: () => void
  /** A change that was already on the screen was refused and has been put back. */
  refused: (error: ApiError) => void
  /** The person is no longer in the team that they acted for, and acts for themselves from now on. */
  leftTeam: () => void
  /** No answer, or none that means anything: is the server there at all? */
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
