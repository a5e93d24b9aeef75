import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect } from 'react'
import css from './TimelinePreview.module.css'
import { useControl } from './useControl.ts'

/** Preview frame at the pointed or dragged time, if available. @param at position on the timeline, in CSS */
export function TimelinePreview({ seconds, at }: { seconds: number; at: string }) {
  const control = useControl()
  const image = useMediaSelector((state) => state.mediaPreviewImage)
  const coords = useMediaSelector((state) => state.mediaPreviewCoords)
  useEffect(() => control.preview(seconds), [control, seconds])
  useEffect(() => () => control.preview(undefined), [control])
  if (!image || coords?.length !== 4) return null
  const [x, y, width, height] = coords.map(Number)
  return (
    <span
      className={css.preview}
      style={{ '--at': at, width, height, backgroundImage: `url("${image}")`, backgroundPosition: `-${x}px -${y}px` }}
      data-preview=""
      aria-hidden="true"
    />
  )
}
