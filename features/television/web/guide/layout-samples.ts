import { vi } from 'vitest'

/** The window of web tests lays nothing out: what looks how high it is finds this. Undone by `vi.restoreAllMocks` and `vi.unstubAllGlobals`. */
export function giveHeight(px: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(px)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
}
