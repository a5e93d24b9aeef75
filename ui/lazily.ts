import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'

/** The code of a part of the page did not come. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError'
}

/** Style sheets that did not come. What the build makes of `import()` asks for each only once, and would go on without. */
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

/** Fetches code, with its styles. @throws NotLoadedError */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    const [code] = await Promise.all([load(), ...[...missingSheets].map(fetchSheetAgain)])
    return code
  } catch (cause) {
    throw new NotLoadedError('Code did not load', { cause })
  }
}

/** ms for which code that did not come is not asked for again: what React draws once more in order to recover is no new try. */
const retryMs = 1000

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
