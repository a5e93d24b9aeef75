import { useStored } from '#kit/web/storage.ts'
import { createStore } from '#ui/store.ts'

/** What a guest pressed and is done once they are logged in, in words: the ways in say it. */
export const comesFor = createStore<string | undefined>(undefined)

/** Where somebody goes on after the login, or with an account: to make a channel, or to anything else; undefined: nowhere yet. */
export function useHeaded(): 'channel' | 'elsewhere' | undefined {
  const headed = useStored('redirected_from')
  if (headed === undefined) return undefined
  return new URL(headed, location.origin).searchParams.get('make') === 'channel' ? 'channel' : 'elsewhere'
}
