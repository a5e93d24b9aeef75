import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** Thrown when code fails to load. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError'
}

/**
 * Loads code with its styles. After a failure, the next call requests the failed files again (`vite/preload-helper.js`).
 * @throws NotLoadedError
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new NotLoadedError(`Code did not load: ${String(cause)}`, { cause })
  }
}

/**
 * Minimum time in ms before failed code is requested again. To recover from an error, React renders again at once, which must not request
 * the code.
 */
const retryMs = 1000

/** Like React's `lazy`, but requests failed code again when the component mounts again. */
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
