import { type JoiningState, prefillUser } from '#features/accounts/web/login/carried-user.ts'
import { logOut } from '#features/accounts/web/session.ts'
import { storage } from '#kit/web/storage.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'

/**
 * Where a mailed link's dialog leads: to a page, to a login (with an email or '') or sign-up that returns to the dialog, or to the sign-up
 * that accepts an invitation.
 */
export type Way = 'team' | 'teams' | 'settings' | 'home' | 'register' | { logIn: string } | { join: Joining }
interface Joining {
  email: string
  code: string
  /** Team name. */
  team: string
}

/** Leaves a mailed link. @param link its address, with the code. @param team id */
export function follow(way: Way, link: string, team: string): void {
  const pages = {
    team: paths.teams({ teamId: team }),
    teams: paths.teams(),
    settings: paths.settings(),
    home: paths.home(),
    register: paths.register(),
  }
  if (typeof way === 'string' && way !== 'register') return go(pages[way], { replace: true })
  logOut()
  storage.set('redirected_from', link)
  if (way === 'register') go(pages.register)
  else if ('logIn' in way) go(paths.login(), { state: prefillUser(way.logIn) })
  else {
    const { email, code, team: name } = way.join
    const state: JoiningState = { email, token: code, team: name, page: pages.team }
    go(pages.register, { state })
  }
}
