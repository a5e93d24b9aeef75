import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** Thrown when code fails to load. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError'
}

/** Loads code with its styles; the next call requests what failed again (`vite/preload-helper.js`). @throws NotLoadedError */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new NotLoadedError(`Code did not load: ${String(cause)}`, { cause })
  }
}

/** ms before failed code is requested again: React's recovery render isn't a new attempt. */
const retryMs = 1000

/** Like React's `lazy`, but loads failed code again the next time the component mounts. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  let Loaded: ComponentType<Props> | undefined
  const make = () =>
    lazy(async () => {
      try {
        Loaded = await loadCode(load)
        return { default: Loaded }
      } catch (error) {
        setTimeout(() => (Coming = make()), retryMs)
        throw error
      }
    })
  let Coming: ComponentType<Props> = make()
  return function Lazily(props: Props) {
    const [Shown] = useState(() => Loaded ?? Coming)
    return createElement(Shown, props)
  }
}
