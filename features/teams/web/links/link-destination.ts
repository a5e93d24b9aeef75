import { type JoiningState, createLoginPrefill } from '#features/accounts/web/login/form-state.ts'
import { logOut } from '#features/accounts/web/session.ts'
import { storage } from '#kit/web/storage.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'

/**
 * Where the dialog of an emailed link leads. After `logIn` and `register`, the dialog opens again. `logIn` has an email address or ''.
 * `join` is the registration that accepts an invitation.
 */
export type LinkDestination = 'team' | 'teams' | 'settings' | 'home' | 'register' | { logIn: string } | { join: JoinLink }
interface JoinLink {
  email: string
  code: string
  /** The team's name. */
  team: string
}

/** Leaves the page of an emailed link. @param link address of the link, with its code @param team the team's id */
export function goToLinkDestination(destination: LinkDestination, link: string, team: string): void {
  const pages = {
    team: paths.teams({ teamId: team }),
    teams: paths.teams(),
    settings: paths.settings(),
    home: paths.home(),
    register: paths.register(),
  }
  if (typeof destination === 'string' && destination !== 'register') return go(pages[destination], { replace: true })
  logOut()
  storage.set('redirected_from', link)
  if (destination === 'register') go(pages.register)
  else if ('logIn' in destination) go(paths.login(), { state: createLoginPrefill(destination.logIn) })
  else {
    const { email, code, team: name } = destination.join
    const state: JoiningState = { email, token: code, team: name, page: pages.team }
    go(pages.register, { state })
  }
}
