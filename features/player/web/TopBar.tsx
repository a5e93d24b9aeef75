import { useMediaSelector } from 'media-chrome/react/media-store'
import { type HTMLAttributes, useEffect, useState } from 'react'
import { brand } from '#kit/contract/brand.ts'
import { airplay, caretDown, screencast, x } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Slot } from '#shell/Slot.tsx'
import type { SubjectType } from '#shell/subjects.ts'
import { isCastable, openCastWindow } from './google-cast.ts'
import { endPlayer } from './now-playing.ts'
import { PictureInPictureButton } from './OptionButtons.tsx'
import type { PlaybackPlan, PlayableItem } from './plan.ts'
import { t } from './texts.ts'
import { useControl, type PlayerMedia } from './control.ts'
import css from './PlayerOverlay.module.css'

/**
 * Whether this browser casts through its Remote Playback API. Google's sender library is third-party, so this page's content security
 * policy blocks it: it runs in a separate window (`google-cast.ts`). @see https://w3c.github.io/remote-playback/
 */
const canCast = typeof RemotePlayback !== 'undefined' && 'chrome' in globalThis

type CastFailure = 'castNone' | 'castUnfit' | 'castFailed' | 'castBlocked'

/**
 * Opens the browser's device list, or ends casting.
 * @returns why it failed; undefined on success or when dismissed
 */
async function castTo(media: PlayerMedia | null): Promise<CastFailure | undefined> {
  if (!media?.remote) return 'castUnfit'
  try {
    await media.remote.prompt()
    return undefined
  } catch (error) {
    switch (error instanceof DOMException ? error.name : '') {
      case 'NotFoundError':
        return 'castNone'
      case 'NotSupportedError':
      case 'InvalidStateError':
        return 'castUnfit'
      case 'NotAllowedError':
      case 'AbortError':
        return undefined
      default:
        return 'castFailed'
    }
  }
}

declare module '#shell/slots.ts' {
  interface Slots {
    /** A button in the player's bar, beside the title. */
    'player.bar': SubjectType
  }
}

/** How long messages about casting show, in ms. */
const noticeMs = 6000

interface TopBarProps {
  item: PlayableItem
  plan: PlaybackPlan
  wide: boolean
  /** Whether the item plays in our own player. Provider frames have their own casting buttons. */
  own: boolean
  /** Docks the player; undefined if that isn't possible. */
  onDock: (() => void) | undefined
  /** Handlers for pulling down. */
  handle: HTMLAttributes<HTMLElement>
}

/** Title, close, and casting. */
export function TopBar({ item, plan, wide, own, onDock, handle }: TopBarProps) {
  const control = useControl()
  const airplayUnavailable = useMediaSelector((state) => state.mediaAirplayUnavailable !== undefined)
  const [notice, setNotice] = useState<{ failure: CastFailure }>()
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(undefined), noticeMs)
    return () => clearTimeout(timer)
  }, [notice])

  const isLive = useMediaSelector((state) => state.mediaStreamType === 'live')
  const isCastableByGoogle = isCastable(plan)
  const cast = async () => {
    if (isCastableByGoogle) {
      const position = control.media?.currentTime ?? 0
      const isOpen = openCastWindow({ item, plan, isLive, position, onPlaying: () => control.setPaused(true) })
      return isOpen ? undefined : setNotice({ failure: 'castBlocked' })
    }
    const failure = await castTo(control.media)
    if (failure) setNotice({ failure })
  }
  // The site's name is shown only if it isn't this site.
  const site = item.site === brand ? undefined : item.site
  const [first, second] = wide ? [item.title, [item.subtitle, site].filter(Boolean).join(' · ')] : [item.partOf, site ?? '']
  return (
    <header className={css.bar} {...(onDock && handle)}>
      <IconButton icon={x} label={t('player.close')} onClick={endPlayer} />
      {onDock && <IconButton icon={caretDown} label={t('player.dock')} onClick={onDock} />}
      <div className={css.names}>
        <p className={css.name}>{first}</p>
        <p className={css.source}>{second}</p>
      </div>
      {item.subject && <Slot name="player.bar" subject={item.subject} />}
      {own && wide && <PictureInPictureButton />}
      {own && (canCast || isCastableByGoogle) && <IconButton icon={screencast} label={t('player.cast')} onClick={() => void cast()} />}
      {own && !airplayUnavailable && <IconButton icon={airplay} label={t('player.airplay')} onClick={() => control.chooseAirPlay()} />}
      <output className={css.notice}>{notice && t(`player.${notice.failure}`)}</output>
    </header>
  )
}
