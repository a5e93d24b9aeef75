import { type JoiningState, prefillUser } from '#features/accounts/web/login/carried-user.ts'
import { logOut } from '#features/accounts/web/session.ts'
import { storage } from '#kit/web/storage.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'

/**
 * Where a mailed link's dialog leads: to a page, to a login (with an email or '') or sign-up that returns to the dialog, or to the sign-up
 * that accepts an invitation.
 */
export type LinkDestination = 'team' | 'teams' | 'settings' | 'home' | 'register' | { logIn: string } | { join: JoinLink }
interface JoinLink {
  email: string
  code: string
  /** Team name. */
  team: string
}

/** Leaves a mailed link. @param link its address, with the code. @param team id */
export function follow(destination: LinkDestination, link: string, team: string): void {
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
  else if ('logIn' in destination) go(paths.login(), { state: prefillUser(destination.logIn) })
  else {
    const { email, code, team: name } = destination.join
    const state: JoiningState = { email, token: code, team: name, page: pages.team }
    go(pages.register, { state })
  }
}
