import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { t } from '../texts.ts'
import css from './CropDialog.module.css'
import {
  transformAround,
  boxCenter,
  applyPinch,
  type Placement,
  type Point,
  rotations,
  scales,
  type Size,
  stepRotation,
  stepScale,
  unitsPerPixel,
} from './placement.ts'

interface CropStageProps {
  address: string
  picture: Size
  aspect: number
  shape: 'disc' | 'card'
  placement: Placement
  onPlacement: (placement: Placement) => void
}

/** An arrow key moves the picture by this distance, in box widths. */
const keyStep = 0.02
/**
 * Wheel distance in px for one scale step. A notch of a mouse wheel is 100 to 120 px. A pinch on a touchpad arrives as wheel events with
 * Ctrl and smaller distances.
 */
const wheelStepPx = 100
const pinchStepPx = 10

/** With `role="application"`, screen readers pass all keys on: arrows move the picture, not the reading cursor. */
const applicationRole = { role: 'application', tabIndex: 0 } as const

interface Gesture {
  /** Positions of the fingers when a finger was last added or lifted, in box widths from the middle of the box. */
  before: ReadonlyMap<number, Point>
  from: Placement
}

/** The picture under the crop box, moved by dragging, pinching, scrolling or keys. The box stays. */
export function CropStage({ address, picture, aspect, shape, placement, onPlacement: onPlace }: CropStageProps) {
  const hint = useId()
  const stage = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(undefined)
  const latest = useRef(placement)
  // `useEffect` runs later, and would restore an older placement after a second wheel event.
  useLayoutEffect(() => {
    latest.current = placement
  })

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.current!.getBoundingClientRect()
    const unit = width / 2
    return { x: (clientX - left - width / 2) / unit, y: (clientY - top - height / 2) / unit }
  }
  const begin = () => {
    gesture.current = { before: new Map(fingers.current), from: latest.current }
  }
  const place = (next: Placement) => {
    latest.current = next
    onPlace(next)
  }

  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || fingers.current.size === 2) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.current.set(event.pointerId, pointOf(event))
    begin()
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!fingers.current.has(event.pointerId) || !gesture.current) return
    fingers.current.set(event.pointerId, pointOf(event))
    const { before, from } = gesture.current
    const [first, second] = [...fingers.current].map(([id, now]) => ({ now, start: before.get(id) ?? now }))
    if (first && second) place(applyPinch(from, [first.start, second.start], [first.now, second.now]))
    else if (first) place({ ...from, x: from.x + first.now.x - first.start.x, y: from.y + first.now.y - first.start.y })
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (fingers.current.delete(event.pointerId)) begin()
  }

  const scrolled = useRef(0)
  const scroll = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const stepPx = event.ctrlKey ? pinchStepPx : wheelStepPx
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1
    scrolled.current += (event.deltaY * lines) / stepPx
    const steps = Math.trunc(scrolled.current)
    if (steps === 0) return
    scrolled.current -= steps
    const { scale, rotation } = latest.current
    place(transformAround(pointOf(event), latest.current, stepScale(scale - steps * scales.step), rotation))
  })
  useEffect(() => {
    const element = stage.current!
    // A native listener, because React's wheel listeners are passive and can't stop the dialog from scrolling.
    const onWheel = (event: WheelEvent) => scroll(event)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = placementByKey(event.key, event.shiftKey, latest.current)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    place(next)
  }

  const unit = unitsPerPixel(picture, aspect)
  const [width, height] = [picture.width * unit, picture.height * unit]
  const { x, y, scale, rotation } = placement
  return (
    <>
      <div
        ref={stage}
        className={css.stage}
        style={{ aspectRatio: aspect, '--aspect': aspect }}
        {...applicationRole}
        aria-label={t('crop.stage')}
        aria-describedby={hint}
        {...{ onPointerDown: down, onPointerMove: move, onPointerUp: onPointerUp, onPointerCancel: onPointerUp, onKeyDown: onKeyDown }}
      >
        <img
          className={css.picture}
          src={address}
          alt=""
          draggable={false}
          style={{
            width: `${width * 50}%`,
            aspectRatio: picture.width / picture.height,
            transform: `translate(-50%, -50%) translate(${(x / width) * 100}%, ${(y / height) * 100}%) rotate(${rotation}deg) scale(${scale})`,
          }}
        />
        <span className={cx(css.box, css[shape])} />
      </div>
      <p id={hint} className={css.hint}>
        <span className={css.byTouch}>{t('crop.by_touch')}</span>
        <span className={css.byKeys}>{t('crop.by_keys')}</span>
      </p>
    </>
  )
}

/** Returns the placement after a key press; undefined for unused keys. */
function placementByKey(key: string, isShiftPressed: boolean, now: Placement): Placement | undefined {
  const rotateBy = (steps: number) => transformAround(boxCenter, now, now.scale, stepRotation(now.rotation + steps * rotations.step))
  const scale = (steps: number) => transformAround(boxCenter, now, stepScale(now.scale + steps * scales.step), now.rotation)
  const moved: Record<string, Point> = {
    ArrowLeft: { x: -keyStep, y: 0 },
    ArrowRight: { x: keyStep, y: 0 },
    ArrowUp: { x: 0, y: -keyStep },
    ArrowDown: { x: 0, y: keyStep },
  }
  if (key === '[' || (isShiftPressed && key === 'ArrowLeft')) return rotateBy(-1)
  if (key === ']' || (isShiftPressed && key === 'ArrowRight')) return rotateBy(1)
  if (key === '+' || key === '=') return scale(1)
  if (key === '-' || key === '−') return scale(-1)
  const step = isShiftPressed ? undefined : moved[key]
  return step && { ...now, x: now.x + step.x, y: now.y + step.y }
}
