import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** The code of a part of the page did not come. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError'
}

/** Fetches code. @throws NotLoadedError */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause: unknown) => {
    throw new NotLoadedError('Code did not load', { cause })
  })

/**
 * A component whose code comes when it is first shown, as React's `lazy`; but when the code did not come, it is asked for again
 * the next time the component is put on the page.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  let Loaded: ComponentType<Props> | undefined
  const make = () =>
    lazy(async () => {
      try {
        Loaded = await loadCode(load)
        return { default: Loaded }
      } catch (error) {
        Coming = make()
        throw error
      }
    })
  let Coming: ComponentType<Props> = make()
  return function Lazily(props: Props) {
    const [Shown] = useState(() => Loaded ?? Coming)
    return createElement(Shown, props)
  }
}
