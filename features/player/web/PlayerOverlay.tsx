import { MediaProvider, useMediaSelector } from 'media-chrome/react/media-store'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { roomStyle } from '#ui/room-colour.ts'
import { announce, toast } from '#ui/toasts.ts'
import { useSwipeDown } from '#ui/useSwipeDown.ts'
import { Slot } from '#shell/Slot.tsx'
import type { SubjectType } from '#shell/subjects.ts'
import { findNeighbourChapter, parseChapters } from './chapters.ts'
import { PlayerControl, ControlContext } from './control.ts'
import { expandLinks } from './elements.ts'
import { returnFocus, useModal } from './useModal.ts'
import { frameProtocols } from './frame/protocols.ts'
import { MiniPlayer } from './MiniPlayer.tsx'
import { useItemNeighbours } from './item-additions.ts'
import { type NowPlaying, endPlayer, registerPositionReader } from './now-playing.ts'
import { Panel } from './Panel.tsx'
import { type PlayableItem, isAudioOnly } from './plan.ts'
import { playerPreferences, usePlayerPreferences } from './preferences.ts'
import { dockPlayer, playIndex } from './presenting.ts'
import { neighbourIndex } from './queue.ts'
import { cycleRepeat, toggleShuffle } from './queue-changes.ts'
import { QueueSection } from './QueueSection.tsx'
import { RangeEnd } from './RangeEnd.tsx'
import { AmbientColour, Stage } from './Stage.tsx'
import { t } from './texts.ts'
import { TopBar } from './TopBar.tsx'
import { useCountdown, VisuallyHidden } from './Countdown.tsx'
import { useIdle } from './useIdle.ts'
import { useLandscape, usePlayerLayout, useWide } from './usePlayerLayout.ts'
import { useMediaSession } from './useMediaSession.ts'
import { usePlayback } from './usePlayback.ts'
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

interface PlayerContentProps {
  now: NowPlaying
  item: PlayableItem
  control: PlayerControl
}

function PlayerContent({ now, item, control }: PlayerContentProps) {
  const { items, autoplay, view, repeat, startedAutomatically = false, waits = false } = now
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const playback = usePlayback({ item, autoplay })
  const { plan, mode } = playback
  const playsFrame = plan.type === 'frame' && mode.kind === 'play'
  const playing = useMediaSelector((state) => state.mediaPaused === false)

  const [previousIndex, nextIndex] = [neighbourIndex(now, -1), neighbourIndex(now, 1)]
  const beside = useItemNeighbours(item.id)
  const previousItem = useNeighbour(items, previousIndex)
  const followingItem = useNeighbour(items, nextIndex)
  const [previous, next] = beside ? [beside.previous, beside.next] : [previousItem, followingItem]
  const nextItem = nextIndex === undefined ? undefined : items[nextIndex]
  const countdown = useCountdown(playback.key, nextIndex === undefined ? undefined : () => playIndex(nextIndex, true))
  const { playNext } = usePlayerPreferences()
  // Whether to skip an unplayable item: the user didn't choose it, and isn't reading about it.
  const isSkipped = mode.kind === 'failed' && (startedAutomatically || view === 'docked') && playNext && followingItem !== undefined
  const skip = useEffectEvent(() => {
    countdown.start()
    if (view === 'docked') toast(t('queue.skipped', { title: item.title }), { warning: true })
  })
  useEffect(() => {
    if (isSkipped) skip()
  }, [isSkipped])
  const playsAgain = repeat === 'one' || (repeat === 'all' && nextIndex === undefined)
  const onEnded = () => {
    if (!playsAgain) return countdown.start()
    control.seek(0)
    void control.media?.play().catch(() => {})
  }

  const isContinuing = mode.kind === 'play' || (waits && mode.kind !== 'failed') || isSkipped
  // A docked frame of a provider would need a height of 200 px, which covers too much of a phone in landscape.
  const canDock = isContinuing && !(playsFrame && window.innerHeight <= lowWindowPx)
  const docked = usePlayerLayout({ root, now, itemId: item.id, canDock, control }) === 'docked'
  const full = !docked
  const isLandscape = useLandscape(root, plan)
  const wide = useWide(root, isLandscape) && full
  const isAudio = isAudioOnly(plan, item)
  // Whether the controls are hidden to show the picture. For audio, they stay visible.
  const idle = useIdle(root, full && playing && !isAudio)

  const chapters = useMemo(() => parseChapters(item.description, item.duration), [item.description, item.duration])
  const goToChapter = (step: 1 | -1) => {
    const chapter = findNeighbourChapter(chapters, control.media?.currentTime ?? 0, step)
    if (!chapter) return
    control.seek(chapter.start)
    announce(t('player.chapterNow', { title: chapter.title }))
  }

  useEffect(() => registerPositionReader(() => ({ itemId: item.id, seconds: control.media?.currentTime })), [item.id, control])

  const onStart = mode.kind === 'press' ? playback.press : undefined
  useMediaSession({ item, chapters, control, onStart, onPrevious: previous?.go, onNext: next?.go })
  const expand = () => root && expandLinks.in(root)[0]?.element.click()
  const keepFocusInside = useModal(root, view === 'full')
  const restoreFocus = useEffectEvent((player: HTMLElement) => {
    const { activeElement } = document
    if (player.contains(activeElement) || activeElement === document.body) returnFocus(item.id)
  })
  // A layout effect, because React restores the focus while it removes elements.
  useLayoutEffect(() => {
    if (root && view !== 'full') restoreFocus(root)
  }, [root, view])
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
  // Moves the focus if the button that had it is gone.
  useEffect(() => {
    if (view === 'full' && document.activeElement === document.body) root?.focus()
  })

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
          swipeActions={beside && { next: next?.go, previous: previous?.go, isVertical: wide }}
          countdown={countdown}
          onEnded={onEnded}
        />
        {full && (
          <Panel
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
        {full && !wide && !beside && <QueueSection queue={now} onChoose={playIndex} />}
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

/** Returns the title of the item at an index, with a function that plays the item. Memoized. */
function useNeighbour(items: readonly PlayableItem[], index: number | undefined) {
  const title = index === undefined ? undefined : items[index]?.title
  return useMemo(() => (index === undefined || title === undefined ? undefined : { title, go: () => playIndex(index) }), [index, title])
}

/** Maximum height of a phone in landscape. */
const lowWindowPx = 500

/** Props of the player as a dialog. Both layouts have the same element, because mounting it again would restart playback. */
const dialogRole = { role: 'dialog', 'aria-modal': true } as const
const regionRole = { role: 'region' } as const
