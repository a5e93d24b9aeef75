import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useMediaSelector } from 'media-chrome/react/media-store'
import type { PlayerControl } from './control.ts'
import {
  type PlayerBoxes,
  measureBoxes,
  cardBoxesOf,
  animateFromBoxes,
  animateBoxes,
  animateOpening,
  openTiming,
  runAfterAnimations,
} from './motion.ts'
import { type NowPlaying, endPlayer, removePlayer } from './now-playing.ts'
import type { PlaybackPlan } from './plan.ts'

/** Closing animation of the player. */
const closingTiming = { ...openTiming, direction: 'reverse', easing: 'cubic-bezier(0.8, 0, 0.8, 0.2)' } as const

/** Box of the docked player. */
function dockedBoxesOf(player: HTMLElement): PlayerBoxes {
  const body = player.firstElementChild as HTMLElement
  const { shape = '' } = body.dataset
  // Measures without the transform, as the user may have pulled the player down.
  const { transform } = body.style
  player.dataset['docked'] = ''
  body.dataset['shape'] = 'docked'
  body.style.transform = ''
  const boxes = measureBoxes(player)
  delete player.dataset['docked']
  body.dataset['shape'] = shape
  body.style.transform = transform
  return boxes
}

/**
 * Animates the player into a card or the mini-player, or else slightly down.
 * @param onDone runs at the end; the player stays there until the returned function is called
 */
function animateClosing(player: HTMLElement, into: PlayerBoxes | undefined, onDone: () => void): () => void {
  const running = animateBoxes(player, into, closingTiming)
  runAfterAnimations(running, onDone)
  return () => running.forEach((animation) => animation.cancel())
}

interface MoveAnimation {
  root: HTMLElement | null
  now: NowPlaying
  itemId: string
  /** False: closes instead of docking, because nothing plays. */
  canDock: boolean
  control: PlayerControl
}

/** The current layout of the player: follows `now.view` with animations, from the pressed card or the mini-player and back. */
export function usePlayerLayout({ root, now, itemId, canDock, control }: MoveAnimation): 'full' | 'docked' {
  const { id, view } = now
  const [layout, setLayout] = useState<'full' | 'docked'>(view === 'docked' ? 'docked' : 'full')
  if (view === 'full' && layout === 'docked') setLayout('full')
  const wasDocked = useRef(false)

  // An effect event, so that the item and `canDock` are read when the animation starts.
  const leave = useEffectEvent((player: HTMLElement, to: NowPlaying['view'], from: 'full' | 'docked') => {
    if (to === 'full' || (to === 'docked' && (from === 'docked' || !canDock))) return undefined
    if (document.fullscreenElement) void document.exitFullscreen()
    if (to === 'docked') return animateClosing(player, dockedBoxesOf(player), () => setLayout('docked'))
    control.media?.pause()
    return animateClosing(player, from === 'full' ? cardBoxesOf(itemId) : undefined, () => removePlayer(id))
  })
  const animateIn = useEffectEvent((player: HTMLElement) => {
    const stop = wasDocked.current ? animateFromBoxes(player, dockedBoxesOf(player)) : animateOpening(player, id, itemId)
    wasDocked.current = false
    return stop
  })
  useLayoutEffect(() => (root ? leave(root, view, layout) : undefined), [root, view, layout])
  useLayoutEffect(() => {
    if (!root) return
    if (layout === 'full') return animateIn(root)
    wasDocked.current = true
  }, [root, layout])

  useEffect(() => {
    if (view === 'docked' && !canDock) endPlayer()
  }, [view, canDock])

  return layout
}

/** Minimum width in px for controls over the picture. In narrower windows, as when zoomed to 400 %, they are below the picture. */
const minWideWidthPx = 480

/**
 * Whether an element is wider than high, and wide enough for controls over the picture. Known before the first paint, so that the layout
 * doesn't jump.
 * @param isLandscape whether its content is rotated by 90 degrees
 */
export function useIsPlayerWide(element: HTMLElement | null, isLandscape: boolean): boolean {
  const [wide, setWide] = useState(false)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setWide(element.clientWidth > Math.max(element.clientHeight, minWideWidthPx))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return wide !== isLandscape
}

/** Some browsers and all types lack `lock`. */
type LockableOrientation = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> }

/**
 * Rotates full screen to landscape for wide videos on a phone held upright: by orientation lock, or else by layout. Provider frames get the
 * full height instead.
 * @returns whether to rotate the layout
 */
export function useLandscape(root: HTMLElement | null, plan: PlaybackPlan): boolean {
  const isFullScreen = useMediaSelector((state) => state.mediaIsFullscreen ?? false)
  const isWide = useMediaSelector((state) => (state.mediaWidth ?? 0) > (state.mediaHeight ?? 0))
  const [isUpright, setIsUpright] = useState(false)
  const isRotated = isFullScreen && (isWide || plan.type === 'frame') && window.matchMedia('(pointer: coarse)').matches

  useEffect(() => {
    if (!isRotated || !root) return
    const { orientation } = screen as { orientation?: LockableOrientation }
    let isLocked = false
    let isEnded = false
    const measure = () => setIsUpright(window.innerHeight > window.innerWidth)
    void Promise.resolve(orientation?.lock?.('landscape'))
      .then(
        () => (isLocked = true),
        () => {},
      )
      .finally(() => !isEnded && measure())
    window.addEventListener('resize', measure)
    return () => {
      isEnded = true
      window.removeEventListener('resize', measure)
      setIsUpright(false)
      if (isLocked) orientation?.unlock()
    }
  }, [isRotated, root])

  return isRotated && isUpright && plan.type === 'media'
}
