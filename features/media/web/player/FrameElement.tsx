import { useEffect, useEffectEvent, useState } from 'react'
import { consentName } from './consent.ts'
import { FrameMedia } from './frame/FrameMedia.ts'
import { frameProtocols } from './frame/protocols.ts'
import type { Failure, Plan } from './plan.ts'
import css from './Stage.module.css'
import { t } from './texts.ts'
import { useControl } from './useControl.ts'

/** ms after which a frame that should have spoken is taken to be refused. */
const firstMessageTimeoutMs = 10_000

/** What a service's player needs to work. It may not lead this page elsewhere. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms allow-modals allow-storage-access-by-user-activation'

interface FrameElementProps {
  plan: Extract<Plan, { how: 'frame' }>
  onPlaying: () => void
  onEnded: () => void
  /** The service says that it can't be played. */
  onFailure: (failure: Failure) => void
  /** The frame has not said a word, though its service does. */
  onSilence: () => void
}

/** A service's own player in its frame. Nothing is drawn over it. */
export function FrameElement({ plan, onPlaying, onEnded, onFailure, onSilence }: FrameElementProps) {
  const control = useControl()
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const protocol = frameProtocols[plan.kind]

  const played = useEffectEvent(onPlaying)
  const ended = useEffectEvent(onEnded)
  const failed = useEffectEvent(onFailure)
  const silent = useEffectEvent(onSilence)

  useEffect(() => {
    if (!frame) return
    // What cannot tell when it plays is taken to play once it is there: the person has pressed play.
    if (!protocol) {
      const load = () => played()
      frame.addEventListener('load', load, { once: true })
      return () => {
        frame.removeEventListener('load', load)
        control.attach(null)
      }
    }
    const media = new FrameMedia(frame, protocol)
    const timer = setTimeout(() => silent(), firstMessageTimeoutMs)
    media.addEventListener('connected', () => clearTimeout(timer))
    media.addEventListener('playing', () => played())
    media.addEventListener('ended', () => ended())
    media.addEventListener('failure', (event) => failed((event as CustomEvent<Failure>).detail))
    control.attach(media)
    return () => {
      clearTimeout(timer)
      media.destroy()
      control.attach(null)
    }
  }, [frame, protocol, control])

  return (
    <iframe
      ref={setFrame}
      className={css.frame}
      title={t('player.frame', { provider: consentName(plan) })}
      sandbox={sandbox}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
      src={withParameters(plan.src, protocol?.parameters(location.origin))}
    />
  )
}

function withParameters(src: string, parameters: Record<string, string> = {}): string {
  const url = new URL(src)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
