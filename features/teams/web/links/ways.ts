import { prefillSignUp, prefillUser } from '#features/accounts/web/login/carried-user.ts'
import { logOut } from '#features/accounts/web/session.ts'
import { storage } from '#kit/web/storage.ts'
import { go } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'

/** Where a mailed link's dialog leads: to a page, or to a login or sign-up with an email (or '') that returns to the dialog. */
export type Way = 'team' | 'teams' | 'settings' | 'home' | { logIn: string } | { register: string }

/** Leaves a mailed link. @param link its address, with the code. @param team id */
export function follow(way: Way, link: string, team: string): void {
  if (typeof way === 'object') {
    logOut()
    storage.set('redirected_from', link)
    if ('logIn' in way) go(paths.login(), { state: prefillUser(way.logIn) })
    else go(paths.register(), { state: prefillSignUp(way.register) })
    return
  }
  const pages = { team: paths.teams({ teamId: team }), teams: paths.teams(), settings: paths.settings(), home: paths.home() }
  go(pages[way], { replace: true })
}
