import { vi } from 'vitest'

/** Gives all elements a size, because the DOM of web tests has no layout. `vi.restoreAllMocks` and `vi.unstubAllGlobals` undo this. */
export function mockElementSize(width: number, height: number): void {
  const sizes = { clientWidth: width, offsetWidth: width, clientHeight: height, offsetHeight: height }
  for (const [name, px] of Object.entries(sizes)) vi.spyOn(HTMLElement.prototype, name as keyof typeof sizes, 'get').mockReturnValue(px)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
}
