import { useStored } from '#kit/web/storage.ts'
import { createStore } from '#ui/store.ts'

/** Label of the action that runs after the login; login screens show it. */
export const pendingActionLabel = createStore<string | undefined>(undefined)

/** Returns where the user continues after login or registration: creating a channel, or elsewhere. Undefined if unknown. */
export function useReturnTarget(): 'channel' | 'elsewhere' | undefined {
  const headed = useStored('redirected_from')
  if (headed === undefined) return undefined
  return new URL(headed, location.origin).searchParams.get('make') === 'channel' ? 'channel' : 'elsewhere'
}
