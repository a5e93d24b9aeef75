import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** Thrown when code fails to load. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError'
}

/** Style sheets that failed to load. The bundler's `import()` requests each only once and would continue without it. */
const missingSheets = new Set<HTMLLinkElement>()
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingSheets.add(target)
  },
  true,
)

const fetchSheetAgain = (missing: HTMLLinkElement) =>
  new Promise<Event>((resolve, reject) => {
    const link = missing.cloneNode() as HTMLLinkElement
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    missingSheets.delete(missing)
    missing.replaceWith(link)
  })

/** Loads code with its styles. @throws NotLoadedError */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    const [code] = await Promise.all([load(), ...[...missingSheets].map(fetchSheetAgain)])
    return code
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
