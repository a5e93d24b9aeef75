/**
 * While the guide is scrolled a worker draws it, on a canvas over its elements: whatever changes among elements costs the page 3 ms a frame at full
 * speed, be it one cell or six. They stay as they were, and are made right once it rests.
 */
import type { Guide } from '../guide-data.ts'
import type { Drawing } from '../paint-rows.ts'
import { type DrawnPlace, isLeap, type ViewportStore } from '../viewport.ts'
import { beginWorker, canDrawInWorker } from './canvas-worker.ts'
import type { FromWorker } from './messages.ts'

/** ms without scrolling after which it rests. */
const restMs = 100
/** ms that the canvas may take to be drawn: for as long there are elements around what was in view. */
const drawMs = 100

export function createGuideCanvas(viewport: ViewportStore) {
  const listeners = new Set<() => void>()
  let drawing: Drawing | undefined
  let worker: ReturnType<typeof beginWorker> | undefined
  let isReady = false
  /** The canvas is hidden; asked for; seen, while elements stay as they were; seen until elements are right. */
  let state: 'hidden' | 'asked' | 'scrolled' | 'rested' = 'hidden'
  /** Where elements are drawn for. */
  let place = viewport.get()
  let last = place
  let askedAt = 0
  let restTimer: ReturnType<typeof setTimeout> | undefined

  const drawElements = () => {
    place = viewport.get()
    for (const listener of listeners) listener()
  }
  function rest(): void {
    clearTimeout(restTimer)
    state = state === 'scrolled' || state === 'rested' ? 'rested' : 'hidden'
    drawElements()
  }
  function follow(): void {
    const now = viewport.get()
    const leaps = viewport.isCalled() || isLeap(last, now)
    last = now
    if (leaps || !isReady || !worker || !drawing) {
      // What is seen until elements are right is where one is.
      if (state === 'scrolled' || state === 'rested') worker?.tellPlace(now)
      return rest()
    }
    clearTimeout(restTimer)
    restTimer = setTimeout(rest, restMs)
    if (state === 'hidden') {
      state = 'asked'
      askedAt = performance.now()
      worker.tellLook(drawing)
    } else if (state === 'rested') state = 'scrolled'
    worker.tellPlace(now)
    if (state === 'asked' && performance.now() > askedAt + drawMs) drawElements()
  }

  const drawn: DrawnPlace = {
    get: () => place,
    isHidden: () => state === 'scrolled',
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    /** How far it is scrolled as elements are to show it: while the canvas is seen, as far as it was. */
    drawn,
    /** Is something else seen than elements show? */
    isSeen: () => state === 'scrolled' || state === 'rested',
    draw: (next: Drawing) => void (drawing = next),
    /** Elements show what is in view. */
    elementsAreRight(): void {
      if (state !== 'rested') return
      state = 'hidden'
      worker?.show(false)
    },
    follow: () => viewport.subscribe(follow),
    /** @returns how to end it */
    begin(grid: Element, guide: Guide): () => void {
      const onMessage = (message: FromWorker) => {
        if (message === 'ready') isReady = true
        else if (state === 'asked') {
          state = 'scrolled'
          worker?.show(true)
        }
      }
      try {
        worker = canDrawInWorker() ? beginWorker(grid, guide, onMessage) : undefined
      } catch {
        // A browser that begins none draws elements.
      }
      return () => {
        worker?.stop()
        worker = undefined
        isReady = false
        rest()
        state = 'hidden'
      }
    },
  }
}
export type GuideCanvas = ReturnType<typeof createGuideCanvas>
