import { useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useState } from 'react'
import css from './Stage.module.css'
import { useControl } from './useControl.ts'

/** Renders captions ourselves, above the controls. With iPhones' native full screen the browser renders them instead. */
export function Captions() {
  const control = useControl()
  const showing = useMediaSelector((state) => state.mediaSubtitlesShowing?.[0])
  const [lines, setLines] = useState<string[]>([])

  useEffect(() => {
    const track = showing && [...(control.media?.textTracks ?? [])].find(({ mode, label }) => mode === 'showing' && label === showing.label)
    if (!track) return
    const draw = () =>
      setLines([...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue).map((cue) => cue.getCueAsHTML().textContent ?? ''))
    draw()
    track.addEventListener('cuechange', draw)
    return () => {
      track.removeEventListener('cuechange', draw)
      setLines([])
    }
  }, [control, showing])

  if (!document.fullscreenEnabled || lines.length === 0) return null
  return (
    <p className={css.captions}>
      <span>{lines.join('\n')}</span>
    </p>
  )
}
