import { Dialog } from '@base-ui/react/dialog'
import { MediaProvider, useMediaSelector } from 'media-chrome/react/media-store'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { layer } from '#ui/layer.ts'
import { Announcer } from './Announcer.tsx'
import { PlayerControl } from './control.ts'
import { Panel } from './Panel.tsx'
import type { PlayableItem } from './plan.ts'
import css from './PlayerOverlay.module.css'
import { playerPreferences } from './preferences.ts'
import { Ambient, Stage } from './Stage.tsx'
import { t } from './texts.ts'
import { TopBar } from './TopBar.tsx'
import { UpNext } from './UpNext.tsx'
import { ControlContext } from './useControl.ts'
import { useIdle } from './useIdle.ts'
import { useMediaSession } from './useMediaSession.ts'
import { usePlayback } from './usePlayback.ts'
import { usePlayerKeys } from './usePlayerKeys.ts'
import { useWide } from './useWide.ts'

export interface PlayerProps {
  /** What plays one after the other. */
  items: readonly PlayableItem[]
  /** Which of them plays now. */
  index: number
  /** Another one is to play: chosen by the person, or the next because this one has ended. */
  onIndexChange: (index: number) => void
  /** The player is to go: its button, Escape. What started with `onPlaying` ends when it is unmounted. */
  onClose: () => void
  /** Once for each item, when it really plays. */
  onPlaying?: ((item: PlayableItem) => void) | undefined
  /** What the items are a part of: the channel or the series. */
  title?: string | undefined
  /** False when nobody has pressed play yet (an address that was opened): then nothing is asked of anybody until somebody does. */
  autoplay?: boolean | undefined
}

/** The player itself; see `Player`. */
export function PlayerOverlay(props: PlayerProps) {
  const [control] = useState(() => new PlayerControl(playerPreferences))
  const item = props.items[props.index]
  if (!item) return null
  return (
    <MediaProvider mediaStore={control.store}>
      <ControlContext value={control}>
        <Open {...props} item={item} control={control} />
      </ControlContext>
    </MediaProvider>
  )
}

function Open({
  item,
  control,
  items,
  index,
  onIndexChange,
  onClose,
  onPlaying,
  title,
  autoplay = true,
}: PlayerProps & { item: PlayableItem; control: PlayerControl }) {
  const popup = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const wide = useWide(root)
  const playback = usePlayback({ item, autoplay, onPlaying })
  const { plan, mode } = playback
  const own = plan.how === 'media'
  const playing = useMediaSelector((state) => state.mediaPaused === false)
  const idle = useIdle(root, own && playing)

  const previousItem = items[index - 1]
  const nextItem = items[index + 1]
  const onPrevious = useCallback(() => onIndexChange(index - 1), [onIndexChange, index])
  const onNext = useCallback(() => onIndexChange(index + 1), [onIndexChange, index])
  const previous = previousItem && { title: previousItem.title, go: onPrevious }
  const next = nextItem && { title: nextItem.title, go: onNext }
  useMediaSession(item, control, previous?.go, next?.go)

  const press = usePlayerKeys(root, control, {
    onStart: mode.is === 'press' ? playback.press : undefined,
    onPrevious: previous?.go,
    onNext: next?.go,
  })

  useEffect(() => control.frameWith(root), [control, root])
  // A button that has done its work may be gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) popup.current?.focus()
  })
  const keep = useCallback((element: HTMLDivElement | null) => {
    popup.current = element
    setRoot(element)
  }, [])

  const leave = (open: boolean, { reason }: Dialog.Root.ChangeEventDetails) => {
    if (open || reason === 'outside-press' || reason === 'focus-out') return
    if (reason === 'escape-key' && document.fullscreenElement) void document.exitFullscreen()
    else onClose()
  }

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={leave}>
      <Dialog.Portal container={layer.get()}>
        <Dialog.Popup
          ref={keep}
          initialFocus={popup}
          className={cx('dark-theme', css.player)}
          aria-label={t('player.label', { title: item.title })}
          data-shape={wide ? 'wide' : 'tall'}
          data-frame={(plan.how === 'frame' && mode.is === 'play') || undefined}
          data-idle={idle.idle || undefined}
          onKeyDown={press}
        >
          <Ambient item={item} />
          <TopBar item={item} title={title} wide={wide} own={own && mode.is === 'play'} />
          <Stage item={item} playback={playback} idle={idle} onEnded={next?.go} />
          <Panel item={item} playback={playback} wide={wide} container={root} previous={previous} next={next} nextItem={nextItem} />
          {!wide && <UpNext items={items} index={index} onChoose={onIndexChange} />}
          {mode.is === 'play' && <Announcer title={item.title} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
