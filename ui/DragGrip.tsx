import type { PointerEvent } from 'react'
import { awaitPress } from './drag/await-press.ts'
import type { DragSource } from './drag/surface.ts'
import { cx } from './cx.ts'
import css from './DragGrip.module.css'
import { IconButton } from './IconButton.tsx'
import { dotsSix } from './icons.ts'
import { loadCode } from './lazily.ts'

interface DragGripProps {
  className?: string | undefined
  label: string
  /** Loads the source to drag; runs on first use. */
  loadSource: () => Promise<(grip: HTMLElement) => DragSource | undefined>
}

/** A drag handle for a row: drag with a pointer, or lift with Space or Enter. Loads the drag code on first use. */
export function DragGrip({ className, label, loadSource }: DragGripProps) {
  const load = () => loadCode(() => Promise.all([import('./drag/pointer.ts'), loadSource()]))
  const press = async (event: PointerEvent<HTMLElement>) => {
    const { nativeEvent, currentTarget } = event
    if (!event.isPrimary || event.button !== 0) return
    // Prevents the sheet or page around the list from scrolling.
    event.stopPropagation()
    const pressed = awaitPress(nativeEvent)
    const [{ pressToDrag }, sourceOf] = await load()
    const latest = pressed()
    const source = latest && sourceOf(currentTarget)
    if (source) pressToDrag(nativeEvent, source, { latest, liftMs: 0 })
  }
  const lift = async (grip: HTMLElement) => {
    const [{ liftByKey }, sourceOf] = await load()
    const source = sourceOf(grip)
    if (source) liftByKey(source)
  }
  return (
    <IconButton
      className={cx(css.grip, className)}
      icon={dotsSix}
      label={label}
      data-grip=""
      onPointerDown={(event) => void press(event).catch(() => {})}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        event.stopPropagation()
        void lift(event.currentTarget).catch(() => {})
      }}
    />
  )
}
