import { accountsContract } from '#features/accounts/contract.ts'
import type { WelcomeFlag } from '#features/accounts/rules.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/read.ts'
import { truncate } from '#ui/naming.ts'
import { createStore } from '#ui/store.ts'
import { useDesktop } from '#shell/useDesktop.ts'
import type { pagesContract, WelcomeName, WelcomePage } from '../../contract.ts'

const flags = {
  globe: 'hide_globe_welcome',
  heart: 'hide_heart_welcome',
  tv: 'hide_tv_welcome',
  user: 'hide_user_welcome',
  directPublish: 'hide_direct_publish_welcome',
  watchLater: 'hide_watch_later_welcome',
} as const satisfies Record<string, WelcomeFlag>

/** Views with an introduction. */
export type WelcomeView = keyof typeof flags
export const isWelcomeView = (id: string): id is WelcomeView => Object.hasOwn(flags, id)

/** Maximum characters of a title, on wide and on narrow screens. */
const titleLength = { wide: 80, narrow: 20 }

/** Views whose introduction a guest has hidden. Guests have no profile, so the list is lost when the page is left. */
const hiddenByGuest = createStore<readonly WelcomeView[]>([])

/**
 * Returns a view's introduction, and a function that hides it permanently. `page` is undefined while it loads, and if the introduction is
 * hidden.
 * @param call the view's endpoint, as a parameter so that a guest's first page loads only the endpoint of the public home
 */
export function useWelcome(
  view: WelcomeView,
  call: (typeof pagesContract)[WelcomeName],
): { page: WelcomePage | undefined; isComing: boolean; hide: () => void } {
  const flag = flags[view]
  const signedIn = useSignedIn()
  const isDesktop = useDesktop()
  const hidden = hiddenByGuest.use()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const isShown = signedIn ? profile.data?.[flag] === false : !hidden.includes(view)
  const page = useRead(call, {}, { enabled: isShown })
  return {
    page: isShown && page.data ? { ...page.data, title: truncate(page.data.title, titleLength[isDesktop ? 'wide' : 'narrow']) } : undefined,
    isComing: (signedIn && profile.isPending && !profile.error) || (isShown && page.isPending && !page.error),
    hide() {
      // Focuses the view's content, because the pressed button disappears.
      document.getElementById('content')?.focus({ preventScroll: true })
      if (signedIn) void import('./hide-welcome.ts').then(({ hideWelcome }) => hideWelcome(flag))
      else hiddenByGuest.set((now) => [...now, view])
    },
  }
}
