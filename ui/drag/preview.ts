import { baseMotion } from '../motion.ts'
import { isMotionReduced } from '../reduced-motion.ts'
import { overlayContainer } from '../overlay-container.ts'
import type { Point } from './geometry.ts'
import css from './preview.module.css'

/** Minimum distance between the label and the edge of the screen, in px. */
const edgePx = 8
/** Copies narrower than this, in px, don't shrink over a target. */
const smallPx = 120

export type PreviewState = 'free' | 'onto' | 'refused'

/** The copy that follows the pointer, with a label above it and a marker in the gap. */
export interface Preview {
  /** Width of the copy in px. */
  width: number
  height: number
  /** Position at which the copy was lifted, in px of the window. */
  home: Point
  /** Moves the copy's top left corner, in px of the window. */
  moveTo: (point: Point) => void
  /** Shows whether the drop is allowed, with a label. */
  show: (state: PreviewState, text?: string) => void
  /** Shows the gap marker, in px of the window. Undefined hides it. */
  showSlot: (box: { x: number; y: number; width: number; height: number } | undefined, isRound?: boolean) => void
  /** Moves the copy to an element, where it disappears. Without an element, it fades. @param done called at the end */
  animateDrop: (to: Element | null, done: () => void) => void
}

function createElement(className: string | undefined, parent: HTMLElement): HTMLElement {
  const element = document.createElement('div')
  element.className = className ?? ''
  parent.append(element)
  return element
}

/**
 * @param over the element over which the copy starts, with its size
 * @param at point at which the pointer holds the copy, in px of the window. Default: the middle
 */
export function createPreview(copy: HTMLElement, over: HTMLElement, at?: Point): Preview {
  const host = overlayContainer.get() ?? document.body
  const origin = host.getBoundingClientRect()
  const box = over.getBoundingClientRect()
  const { width, height } = box
  // If the pointer isn't on the element, the copy starts under the pointer.
  const isBeside = at && (at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom)
  const [left, top] = isBeside ? [at.x - width / 2, at.y - height / 2] : [box.left, box.top]
  const slot = createElement(css.slot, host)
  slot.hidden = true
  const preview = createElement(css.preview, host)
  // Hides the copy from screen readers, and keeps the focus out of it.
  preview.inert = true
  preview.setAttribute('aria-hidden', 'true')
  slot.setAttribute('aria-hidden', 'true')
  const body = createElement(css.body, preview)
  const label = createElement(css.label, preview)
  label.hidden = true
  /** Uses `hidden` instead of a style for `:empty`, because a change of `:empty` makes the browser evaluate every `:has()` of the page. */
  const showLabel = (text: string) => {
    label.textContent = text
    label.hidden = text === ''
  }
  Object.assign(preview.style, { width: `${width}px`, height: `${height}px` })
  if (width < smallPx) preview.setAttribute('data-small', '')
  // Shrinks towards the point at which the pointer holds it.
  if (at) body.style.transformOrigin = `${at.x - left}px ${at.y - top}px`
  // Shows the copy's pictures at once. Otherwise, placeholder colours would appear first.
  for (const picture of copy.querySelectorAll('img')) Object.assign(picture, { loading: 'eager', decoding: 'sync' })
  body.append(copy)
  /** Half of the label's width in px. Used to move the label so that it stays on the screen. */
  let halfLabelWidth = 0
  let shift = 0
  let position = { x: left, y: top }
  const moveTo = (point: Point) => {
    position = point
    const middle = point.x - origin.left + width / 2
    const room = Math.max(halfLabelWidth + edgePx, Math.min(middle, origin.width - halfLabelWidth - edgePx))
    if (halfLabelWidth > 0 && room - middle !== shift) {
      shift = room - middle
      label.style.transform = `translateX(calc(-50% + ${shift}px))`
    }
    preview.style.transform = `translate3d(${point.x - origin.left}px, ${point.y - origin.top}px, 0)`
  }
  moveTo({ x: left, y: top })
  // Waits for the next frame, because the transition needs a rendered start.
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
      if (label.textContent === text) return
      showLabel(text)
      halfLabelWidth = label.offsetWidth / 2
      moveTo(position)
    },
    showSlot(box, isRound = false) {
      // Sets the opacity instead of `hidden`, so that the browser keeps the element's layer.
      slot.style.opacity = box ? '1' : '0'
      if (!box) return
      slot.hidden = false
      slot.toggleAttribute('data-round', isRound)
      slot.style.transform = `translate3d(${box.x - origin.left}px, ${box.y - origin.top}px, 0)`
      slot.style.width = `${box.width}px`
      slot.style.height = `${box.height}px`
    },
    animateDrop(to, done) {
      slot.hidden = true
      showLabel('')
      preview.removeAttribute('data-lifted')
      preview.dataset['over'] = 'free'
      const box = to?.getBoundingClientRect()
      const finish = () => {
        remove()
        done()
      }
      if (isMotionReduced()) return finish()
      const transform = preview.style.transform
      const target = box ? `translate3d(${box.left - origin.left}px, ${box.top - origin.top}px, 0)` : transform
      const animation = preview.animate([{ transform: transform }, { transform: target, opacity: box ? 1 : 0 }], {
        ...baseMotion,
        fill: 'forwards',
      })
      animation.addEventListener('finish', finish)
    },
  }
}
