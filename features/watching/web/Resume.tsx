import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callEndpoint } from '#kit/contract/client.ts'
import { formatLength } from '#kit/web/format.ts'
import { sendInBackground } from '#kit/web/send-in-background.ts'
import { Button } from '#ui/Button.tsx'
import { announce } from '#ui/toasts.ts'
import { useControl } from '#features/player/web/control.ts'
import { watchingContract } from '../contract.ts'
import { resumePosition } from '../rules.ts'
import { knownPositions } from './positions.ts'
import css from './Resume.module.css'
import { t } from './texts.ts'

/** Duration of the notice in ms. */
const noteMs = 10_000

interface ResumeProps {
  id: string
  isLive: boolean
  /** True if the player can seek. */
  isReady: boolean
  isResuming: boolean
  onDone: () => void
}

/**
 * Seeks to the position that any of the user's devices stored, and offers a button to start at the beginning. Does nothing in live streams.
 */
export function Resume({ id, isLive, isReady, isResuming, onDone }: ResumeProps) {
  const control = useControl()
  const [from, setFrom] = useState<number | null>()
  const [note, setNote] = useState<{ text: string; start: number }>()
  const notice = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isResuming) return
    let isCurrent = true
    callEndpoint(watchingContract.listPositions, { query: { ids: id } }, sendInBackground).then(
      ({ data: [position] }) => isCurrent && setFrom((position && resumePosition(position)) ?? null),
      () => {
        const storedPosition = knownPositions.get().get(id)
        if (isCurrent) setFrom((storedPosition && resumePosition(storedPosition)) ?? null)
      },
    )
    return () => void (isCurrent = false)
  }, [id, isResuming])

  const resume = useEffectEvent(() => {
    const { media } = control
    const length = media && Number.isFinite(media.duration) && media.duration > 0 ? media.duration : null
    // Limits the position again, because the item may now have a shorter video.
    const seconds = from && !isLive ? resumePosition({ position: from, duration: length, watched: false }) : undefined
    if (media && seconds !== undefined) {
      const start = media.currentTime < seconds ? media.currentTime : 0
      const text = t('resume.at', { time: formatLength(Math.floor(seconds)) })
      // Shows no notice over a provider's frame, because frames may not be covered.
      if (media instanceof HTMLElement) media.addEventListener('seeked', () => setNote({ text, start }), { once: true })
      control.seek(seconds)
      announce(text)
    }
    onDone()
  })
  useEffect(() => {
    if (isResuming && from !== undefined && (isReady || isLive)) resume()
  }, [from, isLive, isReady, isResuming])

  useEffect(() => {
    if (!note) return
    const timer = setInterval(() => !notice.current?.contains(document.activeElement) && setNote(undefined), noteMs)
    return () => clearInterval(timer)
  }, [note])

  if (!note) return null
  const restart = () => {
    control.seek(note.start)
    setNote(undefined)
  }
  return (
    <div ref={notice} className={css.note}>
      <span>{note.text}</span>
      <Button kind="text" size="s" onClick={restart}>
        {t('resume.from_start')}
      </Button>
    </div>
  )
}
