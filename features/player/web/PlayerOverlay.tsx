import { MediaProvider, useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useMemo, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { roomStyle } from '#ui/room-colour.ts'
import { announce } from '#ui/toasts.ts'
import { useSwipeDown } from '#ui/useSwipeDown.ts'
import { Slot } from '#shell/Slot.tsx'
import type { SubjectType } from '#shell/subjects.ts'
import { findNeighbourChapter, parseChapters } from './chapters.ts'
import { PlayerControl, ControlContext } from './control.ts'
import { expandLinks } from './elements.ts'
import { frameProtocols } from './frame/protocols.ts'
import { MiniPlayer } from './MiniPlayer.tsx'
import { type NowPlaying, endPlayer, registerPositionReader } from './now-playing.ts'
import { PlayerControls } from './PlayerControls.tsx'
import { type PlayableItem, isAudioOnly } from './plan.ts'
import { playerPreferences } from './preferences.ts'
import { dockPlayer, playIndex } from './presenting.ts'
import { cycleRepeat, toggleShuffle } from './queue-changes.ts'
import { QueueSection } from './QueueSection.tsx'
import { RangeEnd } from './RangeEnd.tsx'
import { AmbientColour, Stage } from './Stage.tsx'
import { t } from './texts.ts'
import { TopBar } from './TopBar.tsx'
import { VisuallyHidden } from './Countdown.tsx'
import { useIdle } from './useIdle.ts'
import { useLandscape, usePlayerLayout, useIsPlayerWide } from './usePlayerLayout.ts'
import { useMediaSession } from './useMediaSession.ts'
import { useNeighbours } from './useNeighbours.ts'
import { useNextItem } from './useNextItem.ts'
import { usePlayback } from './usePlayback.ts'
import { usePlayerFocus } from './usePlayerFocus.ts'
import { usePlayerKeys } from './usePlayerKeys.ts'
import css from './PlayerOverlay.module.css'

/** Announces playback state to screen readers. */
function Announcer({ title }: { title: string }) {
  const started = useMediaSelector((state) => state.mediaHasPlayed ?? false)
  const paused = useMediaSelector((state) => state.mediaPaused ?? true)
  const loading = useMediaSelector((state) => state.mediaLoading ?? true)
  const words = !started
    ? t('player.starting', { title })
    : paused
      ? t('player.paused')
      : loading
        ? t('player.buffering')
        : t('player.playing', { title })
  return <VisuallyHidden>{words}</VisuallyHidden>
}

declare module '#shell/slots.ts' {
  interface Slots {
    /** Rendered while something plays, full or docked. For parts that follow playback; they must not cover a provider's frame. */
    'player.session': SubjectType
    /** Rendered as soon as a video is chosen, even if it can't play. For links to related content. */
    'player.around': SubjectType
    /** A panel (`[data-beside]`) beside the picture, or below it in portrait. One of the buttons opens it. */
    'player.beside': SubjectType
    /** Below the player, in portrait. */
    'player.below': SubjectType
  }
}

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

/** Returns an item's chapters, and a function that seeks to the next or previous one. */
function useChapters({ description, duration }: PlayableItem, control: PlayerControl) {
  const chapters = useMemo(() => parseChapters(description, duration), [description, duration])
  const goToChapter = (step: 1 | -1) => {
    const chapter = findNeighbourChapter(chapters, control.media?.currentTime ?? 0, step)
    if (!chapter) return
    control.seek(chapter.start)
    announce(t('player.chapterNow', { title: chapter.title }))
  }
  return { chapters, goToChapter }
}

interface PlayerContentProps {
  now: NowPlaying
  item: PlayableItem
  control: PlayerControl
}

function PlayerContent({ now, item, control }: PlayerContentProps) {
  const { autoplay, view, waits = false } = now
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const playback = usePlayback({ item, autoplay })
  const { plan, mode } = playback
  const playsFrame = plan.type === 'frame' && mode.kind === 'play'
  const playing = useMediaSelector((state) => state.mediaPaused === false)

  const { previous, next, nextIndex, nextItem, areOutsideQueue } = useNeighbours(now, item.id)
  const { countdown, isSkipped, onEnded } = useNextItem({ now, item, nextIndex, playback, control })

  const isContinuing = mode.kind === 'play' || (waits && mode.kind !== 'failed') || isSkipped
  // A docked frame of a provider would need a height of 200 px, which covers too much of a phone in landscape.
  const canDock = isContinuing && !(playsFrame && window.innerHeight <= lowWindowPx)
  const docked = usePlayerLayout({ root, now, itemId: item.id, canDock, control }) === 'docked'
  const full = !docked
  const isLandscape = useLandscape(root, plan)
  const wide = useIsPlayerWide(root, isLandscape) && full
  const isAudio = isAudioOnly(plan, item)
  // Whether the controls are hidden to show the picture. For audio, they stay visible.
  const idle = useIdle(root, full && playing && !isAudio)

  const { chapters, goToChapter } = useChapters(item, control)
  useEffect(() => registerPositionReader(() => ({ itemId: item.id, seconds: control.media?.currentTime })), [item.id, control])

  const onStart = mode.kind === 'press' ? playback.press : undefined
  useMediaSession({ item, chapters, control, onStart, onPrevious: previous?.go, onNext: next?.go })
  const expand = () => root && expandLinks.in(root)[0]?.element.click()
  const keepFocusInside = usePlayerFocus(root, view, item.id)
  usePlayerKeys(root, control, {
    onStart,
    onPrevious: previous?.go,
    onNext: next?.go,
    onChapter: chapters.length > 0 && mode.kind === 'play' ? goToChapter : undefined,
    onDock: canDock && full ? dockPlayer : undefined,
    onExpand: docked ? expand : undefined,
    onShuffle: toggleShuffle,
    onRepeat: cycleRepeat,
    onClose: endPlayer,
    onTab: keepFocusInside,
  })
  const { pulled, handle, reset: resetSwipe } = useSwipeDown(dockPlayer, { keepsPlace: true })

  useEffect(() => control.setFullscreenElement(root), [control, root])
  useEffect(() => {
    if (!docked) return
    resetSwipe()
    announce(t('player.docked'))
  }, [docked, resetSwipe])
  const panelBeside = full && item.subject && <Slot name="player.beside" subject={item.subject} />
  return (
    <div
      ref={setRoot}
      className={cx('dark-theme', css.player)}
      {...(full ? dialogRole : regionRole)}
      aria-label={t(full ? 'player.label' : 'player.mini', { title: item.title })}
      tabIndex={-1}
      style={roomStyle({ id: item.id, picture: item.image })}
      data-room=""
      data-docked={docked ? '' : undefined}
      data-leaving={view === 'leaving' || undefined}
      data-frame={playsFrame || undefined}
    >
      <div
        className={css.body}
        style={docked || pulled === undefined ? undefined : { transform: `translateY(${pulled}px)`, transition: 'none' }}
        data-shape={docked ? 'docked' : wide ? 'wide' : 'tall'}
        data-turned={isLandscape || undefined}
        data-frame={playsFrame || undefined}
        data-audio={isAudio || undefined}
        data-idle={idle.idle || undefined}
      >
        {full && <AmbientColour item={item} />}
        {full && (
          <TopBar
            item={item}
            plan={plan}
            wide={wide}
            own={!playsFrame && mode.kind === 'play'}
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
          // In portrait, vertical swipes don't change the item, because pulling down docks the player.
          swipeActions={areOutsideQueue ? { next: next?.go, previous: previous?.go, isVertical: wide } : undefined}
          countdown={countdown}
          onEnded={onEnded}
        />
        {full && (
          <PlayerControls
            item={item}
            chapters={chapters}
            playback={playback}
            wide={wide}
            container={root}
            previous={previous}
            next={next}
            nextItem={nextItem}
            queue={now}
            countdown={countdown}
          />
        )}
        {(!wide || isLandscape) && panelBeside}
        {full && !wide && item.subject && <Slot name="player.below" subject={item.subject} />}
        {full && !wide && !areOutsideQueue && <QueueSection queue={now} onChoose={playIndex} />}
        {docked && (
          <MiniPlayer
            item={item}
            steerable={plan.type !== 'frame' || frameProtocols[plan.kind] !== undefined}
            countdown={countdown}
            next={next}
            // Expands the player first if it has to ask for consent, which needs more space.
            onStart={mode.kind === 'consent' ? expand : onStart}
            onClose={endPlayer}
          />
        )}
        {mode.kind === 'play' && item.end_at != null && <RangeEnd key={playback.key} end={item.end_at} onEnded={countdown.start} />}
        {mode.kind === 'play' && <Announcer title={item.title} />}
        {item.subject && <Slot key={`around ${item.id}`} name="player.around" subject={item.subject} />}
        {mode.kind === 'play' && item.subject && <Slot key={item.id} name="player.session" subject={item.subject} />}
      </div>
      {wide && !isLandscape && panelBeside}
    </div>
  )
}

/** Maximum height of a phone in landscape. */
const lowWindowPx = 500

/** Props of the player as a dialog. Both layouts have the same element, because mounting it again would restart playback. */
const dialogRole = { role: 'dialog', 'aria-modal': true } as const
const regionRole = { role: 'region' } as const
