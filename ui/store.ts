import { useSyncExternalStore } from 'react'

/** A value outside React that components subscribe to. */
export function createStore<T>(value: T) {
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    subscribe,
    set(next: T | ((now: T) => T)) {
      value = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  }
}
