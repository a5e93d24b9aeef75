import { layer } from '../layer.ts'
import type { Point } from './geometry.ts'
import css from './preview.module.css'

/** px between the words and the edge of the screen. */
const edgePx = 8
/** px of width below which a copy need not get smaller for what it would go into to be seen. */
const smallPx = 120
/** ms in which what was let go flies to its place. */
const landMs = 200

export const wantsLessMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export type PreviewState = 'free' | 'onto' | 'refused'

/** The copy that follows the pointer, with a line of words over it, and the place that shows in a gap. */
export interface Preview {
  /** px of the copy. */
  width: number
  height: number
  /** Where the copy stood when it was lifted, in px of the window. */
  home: Point
  /** Puts its upper left corner there, in px of the window. */
  moveTo: (point: Point) => void
  /** Shows whether it can be dropped where it is, and says more than can be seen. */
  show: (state: PreviewState, text?: string) => void
  /** Shows a place in px of the window; undefined: none. */
  showSlot: (box: { x: number; y: number; width: number; height: number } | undefined, isRound?: boolean) => void
  /** Flies to an element and is gone; without one it fades. @param done it has arrived */
  land: (to: Element | null, done: () => void) => void
}

function create(className: string | undefined, parent: HTMLElement): HTMLElement {
  const element = document.createElement('div')
  element.className = className ?? ''
  parent.append(element)
  return element
}

/**
 * @param over what the copy begins over, with its size
 * @param at where it is taken hold of, in px of the window; absent: in its middle
 */
export function createPreview(copy: HTMLElement, over: HTMLElement, at?: Point): Preview {
  const host = layer.get() ?? document.body
  const origin = host.getBoundingClientRect()
  const { left, top, width, height } = over.getBoundingClientRect()
  const slot = create(css.slot, host)
  slot.hidden = true
  const preview = create(css.preview, host)
  // It is a picture of what is in the page: nobody comes to it.
  preview.inert = true
  preview.setAttribute('aria-hidden', 'true')
  slot.setAttribute('aria-hidden', 'true')
  const body = create(css.body, preview)
  const words = create(css.words, preview)
  words.hidden = true
  /** Not by `:empty`: with each change of that the browser asks anew what every `:has()` of the page says. */
  const say = (text: string) => {
    words.textContent = text
    words.hidden = text === ''
  }
  Object.assign(preview.style, { width: `${width}px`, height: `${height}px` })
  if (width < smallPx) preview.setAttribute('data-small', '')
  // It shrinks to where it is held.
  if (at) body.style.transformOrigin = `${at.x - left}px ${at.y - top}px`
  body.append(copy)
  /** px: half of the words, and how far they stand from the middle of the copy to keep within the screen. */
  let halfWords = 0
  let shift = 0
  let position = { x: left, y: top }
  const moveTo = (point: Point) => {
    position = point
    const middle = point.x - origin.left + width / 2
    const room = Math.max(halfWords + edgePx, Math.min(middle, origin.width - halfWords - edgePx))
    if (halfWords > 0 && room - middle !== shift) {
      shift = room - middle
      words.style.transform = `translateX(calc(-50% + ${shift}px))`
    }
    preview.style.transform = `translate3d(${point.x - origin.left}px, ${point.y - origin.top}px, 0)`
  }
  moveTo({ x: left, y: top })
  // In the next frame, so that it grows.
  requestAnimationFrame(() => preview.setAttribute('data-lifted', ''))
  const remove = () => {
    preview.remove()
    slot.remove()
  }
  return {
    width,
    height,
    home: { x: left, y: top },
    moveTo,
    show(state, text = '') {
      preview.dataset['over'] = state
      if (words.textContent === text) return
      say(text)
      halfWords = words.offsetWidth / 2
      moveTo(position)
    },
    showSlot(box, isRound = false) {
      // Not `hidden`: its layer stays.
      slot.style.opacity = box ? '1' : '0'
      if (!box) return
      slot.hidden = false
      slot.toggleAttribute('data-round', isRound)
      slot.style.transform = `translate3d(${box.x - origin.left}px, ${box.y - origin.top}px, 0)`
      slot.style.width = `${box.width}px`
      slot.style.height = `${box.height}px`
    },
    land(to, done) {
      slot.hidden = true
      say('')
      preview.removeAttribute('data-lifted')
      preview.dataset['over'] = 'free'
      const box = to?.getBoundingClientRect()
      const finish = () => {
        remove()
        done()
      }
      if (wantsLessMotion()) return finish()
      const here = preview.style.transform
      const there = box ? `translate3d(${box.left - origin.left}px, ${box.top - origin.top}px, 0)` : here
      const flight = preview.animate([{ transform: here }, { transform: there, opacity: box ? 1 : 0 }], {
        duration: landMs,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
        fill: 'forwards',
      })
      flight.addEventListener('finish', finish)
    },
  }
}
