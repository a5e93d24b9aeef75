import { accountsContract } from '#features/accounts/contract.ts'
import type { WelcomeFlag } from '#features/accounts/rules.ts'
import { useSignedIn } from '#kit/web/storage.ts'
import { edit, useChange, useRead } from '#kit/web/use.ts'
import { createStore } from '#ui/store.ts'

/** Guests have no profile to keep it in: for them it lasts as long as the page. */
const hiddenByGuest = createStore<readonly WelcomeFlag[]>([])

/** Is a block of explanation shown, and how to hide it for good. Nothing is shown before that is known. */
export function useWelcome(flag: WelcomeFlag): { shown: boolean; hide: () => void } {
  const signedIn = useSignedIn()
  const hidden = hiddenByGuest.use()
  const profile = useRead(accountsContract.getProfile, {}, { enabled: signedIn })
  const toggle = useChange(accountsContract.toggleWelcome, () => [
    edit(accountsContract.getProfile, {}, (now) => ({ ...now, [flag]: true })),
  ])
  return signedIn
    ? { shown: profile.data?.[flag] === false, hide: () => toggle.mutate({ body: { field: flag } }) }
    : { shown: !hidden.includes(flag), hide: () => hiddenByGuest.set((now) => [...now, flag]) }
}
