import { useEffect, useEffectEvent, useState } from 'react'
import { consentName } from './consent.ts'
import { FrameMedia } from './frame/FrameMedia.ts'
import { frameProtocols } from './frame/protocols.ts'
import type { Failure, PlaybackPlan } from './plan.ts'
import css from './Stage.module.css'
import { t } from './texts.ts'
import { useControl } from './control.ts'

/** Milliseconds to wait for the first message of a frame, before `onSilence` is called. */
const firstMessageTimeoutMs = 10_000

/** Sandbox permissions of a provider's player. The player may not navigate this page. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms allow-modals allow-storage-access-by-user-activation'

interface FrameElementProps {
  plan: Extract<PlaybackPlan, { type: 'frame' }>
  onPlaying: () => void
  onEnded: () => void
  /** Called if the provider reports that the video can't be played. */
  onFailure: (failure: Failure) => void
  /** Called if the frame sends nothing, although its provider supports messages. */
  onSilence: () => void
}

/** A provider's player in an iframe, which nothing may cover. */
export function FrameElement({ plan, onPlaying, onEnded, onFailure, onSilence }: FrameElementProps) {
  const control = useControl()
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const protocol = frameProtocols[plan.kind]

  const played = useEffectEvent(onPlaying)
  const ended = useEffectEvent(onEnded)
  const failed = useEffectEvent(onFailure)
  const onSilent = useEffectEvent(onSilence)

  useEffect(() => {
    if (!frame) return
    // Frames that send no messages count as playing once loaded, because the user has pressed play.
    if (!protocol) {
      const load = () => played()
      frame.addEventListener('load', load, { once: true })
      return () => {
        frame.removeEventListener('load', load)
        control.attach(null)
      }
    }
    const media = new FrameMedia(frame, protocol)
    const timer = setTimeout(() => onSilent(), firstMessageTimeoutMs)
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
