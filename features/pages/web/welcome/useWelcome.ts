import { accountsContract } from '#features/accounts/contract.ts'
import type { WelcomeFlag } from '#features/accounts/rules.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { useRead } from '#kit/web/use.ts'
import { cut } from '#ui/naming.ts'
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

/** The views that are explained to whoever is new to them. */
export type WelcomeView = keyof typeof flags
export const isWelcomeView = (id: string): id is WelcomeView => Object.hasOwn(flags, id)

/** Characters of a title: where there is room, and on a phone or a tablet. */
const titleLength = { wide: 80, narrow: 20 }

/** Guests have no profile to keep it in: for them it lasts as long as the page. */
const hiddenByGuest = createStore<readonly WelcomeView[]>([])

/**
 * What explains a view, and how to hide it for good. Nothing before it is known whether it is to be shown.
 * @param call the view's own: a guest's first visit has that of everybody's channels alone
 */
export function useWelcome(
  view: WelcomeView,
  call: (typeof pagesContract)[WelcomeName],
): { page: WelcomePage | undefined; hide: () => void } {
  const flag = flags[view]
  const signedIn = useSignedIn()
  const isDesktop = useDesktop()
  const hidden = hiddenByGuest.use()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const shown = signedIn ? profile.data?.[flag] === false : !hidden.includes(view)
  const page = useRead(call, {}, { enabled: shown })
  return {
    page: shown && page.data ? { ...page.data, title: cut(page.data.title, titleLength[isDesktop ? 'wide' : 'narrow']) } : undefined,
    hide() {
      // The button that is pressed goes: one goes on with what it explained.
      document.getElementById('content')?.focus({ preventScroll: true })
      if (signedIn) void import('./hide-welcome.ts').then(({ hideWelcome }) => hideWelcome(flag))
      else hiddenByGuest.set((now) => [...now, view])
    },
  }
}
