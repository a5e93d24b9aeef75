import { MediaProvider, useMediaSelector } from 'media-chrome/react/media-store'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { roomStyle } from '#ui/room.ts'
import { announce } from '#ui/toasts.ts'
import { useSwipeDown } from '#ui/useSwipeDown.ts'
import { Announcer } from './Announcer.tsx'
import { PlayerControl } from './control.ts'
import { returnFocus } from './focus-return.ts'
import { frameProtocols } from './frame/protocols.ts'
import { MiniPlayer } from './MiniPlayer.tsx'
import { dockPlayer, endPlayer, type NowPlaying, playIndex } from './now-playing.ts'
import { Panel } from './Panel.tsx'
import type { PlayableItem } from './plan.ts'
import css from './PlayerOverlay.module.css'
import { playerPreferences } from './preferences.ts'
import { Ambient, Stage } from './Stage.tsx'
import { t } from './texts.ts'
import { TopBar } from './TopBar.tsx'
import { UpNext } from './UpNext.tsx'
import { ControlContext } from './useControl.ts'
import { useCountdown } from './useCountdown.ts'
import { useIdle } from './useIdle.ts'
import { useLandscape } from './useLandscape.ts'
import { useLayout } from './useLayout.ts'
import { useMediaSession } from './useMediaSession.ts'
import { useModal } from './useModal.ts'
import { usePlayback } from './usePlayback.ts'
import { usePlayerKeys } from './usePlayerKeys.ts'
import { useWide } from './useWide.ts'

/** The player itself; see `PlayerHost`. */
export function PlayerOverlay({ now }: { now: NowPlaying }) {
  const [control] = useState(() => new PlayerControl(playerPreferences))
  const item = now.items[now.index]
  if (!item) return null
  return (
    <MediaProvider mediaStore={control.store}>
      <ControlContext value={control}>
        <PlayerContent now={now} item={item} control={control} />
      </ControlContext>
    </MediaProvider>
  )
}

interface PlayerContentProps {
  now: NowPlaying
  item: PlayableItem
  control: PlayerControl
}

function PlayerContent({ now, item, control }: PlayerContentProps) {
  const { items, index, title, autoplay, onPlaying, view } = now
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const playback = usePlayback({ item, autoplay, onPlaying })
  const { plan, mode } = playback
  const playsFrame = plan.how === 'frame' && mode.is === 'play'
  const playing = useMediaSelector((state) => state.mediaPaused === false)

  // A service's frame needs 200 px of height: a phone on its side has no room for that beside the page.
  const canDock = mode.is === 'play' && !(playsFrame && window.innerHeight <= lowWindowPx)
  const docked = useLayout({ root, now, itemId: item.id, canDock, control }) === 'docked'
  const full = !docked
  const turned = useLandscape(root, plan)
  const wide = useWide(root, turned) && full
  const isAudio = plan.how === 'media' && plan.kind === 'audio'
  // The bars go so that the picture can be seen: what only sounds keeps them.
  const idle = useIdle(root, full && playing && !isAudio)

  const previousItem = items[index - 1]
  const nextItem = items[index + 1]
  const onPrevious = useCallback(() => playIndex(index - 1), [index])
  const onNext = useCallback(() => playIndex(index + 1), [index])
  const previous = previousItem && { title: previousItem.title, go: onPrevious }
  const next = nextItem && { title: nextItem.title, go: onNext }
  const countdown = useCountdown(playback.key, next?.go)
  useMediaSession(item, control, previous?.go, next?.go)

  const expand = () => root?.querySelector<HTMLElement>('[data-expand]')?.click()
  const stayInside = useModal(root, view === 'full')
  const giveFocusBack = useEffectEvent((player: HTMLElement) => {
    const { activeElement } = document
    if (player.contains(activeElement) || activeElement === document.body) returnFocus(item.id)
  })
  // While React takes things off the page it gives the focus back to what had it: an effect comes after that.
  useLayoutEffect(() => {
    if (root && view !== 'full') giveFocusBack(root)
  }, [root, view])
  usePlayerKeys(root, control, {
    onStart: mode.is === 'press' ? playback.press : undefined,
    onPrevious: previous?.go,
    onNext: next?.go,
    onDock: canDock && full ? dockPlayer : undefined,
    onExpand: docked ? expand : undefined,
    onClose: endPlayer,
    onTab: stayInside,
  })
  const { pulled, handle, reset: endPull } = useSwipeDown(dockPlayer, { keepsPlace: true })

  useEffect(() => control.setFullscreenElement(root), [control, root])
  useEffect(() => {
    if (!docked) return
    endPull()
    announce(t('player.docked'))
  }, [docked, endPull])
  // A button that has done its work may be gone, and the focus with it.
  useEffect(() => {
    if (view === 'full' && document.activeElement === document.body) root?.focus()
  })

  return (
    <div
      ref={setRoot}
      className={cx('dark-theme', css.player)}
      {...(full ? asDialog : asRegion)}
      aria-label={t(full ? 'player.label' : 'player.mini', { title: item.title })}
      tabIndex={-1}
      style={roomStyle({ id: item.id, picture: item.image })}
      data-docked={docked ? '' : undefined}
      data-leaving={view === 'leaving' || undefined}
      data-frame={playsFrame || undefined}
    >
      <div
        className={css.body}
        style={docked || pulled === undefined ? undefined : { transform: `translateY(${pulled}px)`, transition: 'none' }}
        data-shape={docked ? 'docked' : wide ? 'wide' : 'tall'}
        data-turned={turned || undefined}
        data-frame={playsFrame || undefined}
        data-audio={isAudio || undefined}
        data-idle={idle.idle || undefined}
      >
        {full && <Ambient item={item} />}
        {full && (
          <TopBar
            item={item}
            title={title}
            wide={wide}
            own={!playsFrame && mode.is === 'play'}
            onDock={canDock ? dockPlayer : undefined}
            handle={handle}
          />
        )}
        <Stage
          item={item}
          playback={playback}
          idle={idle}
          docked={docked}
          onExpand={expand}
          handle={canDock ? handle : undefined}
          countdown={countdown}
        />
        {full && (
          <Panel
            item={item}
            playback={playback}
            wide={wide}
            container={root}
            previous={previous}
            next={next}
            nextItem={nextItem}
            countdown={countdown}
          />
        )}
        {full && !wide && <UpNext items={items} index={index} onChoose={playIndex} />}
        {docked && (
          <MiniPlayer
            item={item}
            title={title}
            href={now.addressOf(item)}
            steerable={plan.how !== 'frame' || frameProtocols[plan.kind] !== undefined}
            countdown={countdown}
            nextTitle={nextItem?.title}
            onClose={endPlayer}
          />
        )}
        {mode.is === 'play' && <Announcer title={item.title} />}
      </div>
    </div>
  )
}

/** Height up to which a window is a phone's on its side. */
const lowWindowPx = 500

/** One element for both: what plays in it would begin anew in another. */
const asDialog = { role: 'dialog', 'aria-modal': true } as const
const asRegion = { role: 'region' } as const
