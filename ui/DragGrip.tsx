import type { PointerEvent } from 'react'
import { awaitPress } from './drag/await-press.ts'
import { grips } from './drag/late-elements.ts'
import type { SortedRow } from './drag/list-source.ts'
import { cx } from './cx.ts'
import css from './DragGrip.module.css'
import { IconButton } from './IconButton.tsx'
import { dotsSix } from './icons.ts'
import { loadCode } from './lazily.ts'

interface DragGripProps extends SortedRow {
  className?: string | undefined
  label: string
}

const gripRef = grips.ref(undefined)

/**
 * The drag handle of a row that is registered in `sortedRows`. A pointer drags the row; Space or Enter lifts it. The drag code loads on
 * first use.
 */
export function DragGrip({ className, label, ...row }: DragGripProps) {
  const load = () => loadCode(() => Promise.all([import('./drag/pointer.ts'), import('./drag/list-source.ts')]))
  const onPointerDown = async (event: PointerEvent<HTMLElement>) => {
    const { nativeEvent, currentTarget } = event
    if (!event.isPrimary || event.button !== 0) return
    // Keeps the sheet or page around the list from scrolling.
    event.stopPropagation()
    const pressed = awaitPress(nativeEvent)
    const [{ pressToDrag }, { sortedRowSource }] = await load()
    const latest = pressed()
    const source = latest && sortedRowSource(currentTarget, row)
    if (source) pressToDrag(nativeEvent, source, { latest, liftMs: 0 })
  }
  const liftByKeyboard = async (grip: HTMLElement) => {
    const [{ liftByKey }, { sortedRowSource }] = await load()
    const source = sortedRowSource(grip, row)
    if (source) liftByKey(source)
  }
  return (
    <IconButton
      ref={gripRef}
      className={cx(css.grip, className)}
      icon={dotsSix}
      label={label}
      data-grip=""
      onPointerDown={(event) => void onPointerDown(event).catch(() => {})}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return
        event.preventDefault()
        event.stopPropagation()
        void liftByKeyboard(event.currentTarget).catch(() => {})
      }}
    />
  )
}
