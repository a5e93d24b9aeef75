import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PlayerControl } from './control.ts'
import { type Boxes, boxesOf, cardBoxesOf, grow, move, open, timing, whenEnded } from './motion.ts'
import { type NowPlaying, endPlayer, playerHasLeft } from './now-playing.ts'

/** Closing animation of the player. */
const backwards = { ...timing, direction: 'reverse', easing: 'cubic-bezier(0.8, 0, 0.8, 0.2)' } as const

/** Box of the docked player. */
function dockedBoxesOf(player: HTMLElement): Boxes {
  const body = player.firstElementChild as HTMLElement
  const { shape = '' } = body.dataset
  // It may have been pulled down.
  const { transform } = body.style
  player.dataset['docked'] = ''
  body.dataset['shape'] = 'docked'
  body.style.transform = ''
  const boxes = boxesOf(player)
  delete player.dataset['docked']
  body.dataset['shape'] = shape
  body.style.transform = transform
  return boxes
}

/**
 * Animates the player into a card or the mini-player, else slightly down.
 * @param then runs at the end; the player stays there until the returned function is called
 */
function shrink(player: HTMLElement, into: Boxes | undefined, then: () => void): () => void {
  const running = move(player, into, backwards)
  whenEnded(running, then)
  return () => running.forEach((animation) => animation.cancel())
}

interface Moving {
  root: HTMLElement | null
  now: NowPlaying
  itemId: string
  /** False: closes instead of docking, because nothing plays. */
  canDock: boolean
  control: PlayerControl
}

/** The current layout of the player: follows `now.view` with animations, from the pressed card or the mini-player and back. */
export function useLayout({ root, now, itemId, canDock, control }: Moving): 'full' | 'docked' {
  const { id, view } = now
  const [layout, setLayout] = useState<'full' | 'docked'>(view === 'docked' ? 'docked' : 'full')
  if (view === 'full' && layout === 'docked') setLayout('full')
  const wasDocked = useRef(false)

  // Reads the item and whether it can dock when the animation starts.
  const leave = useEffectEvent((player: HTMLElement, to: NowPlaying['view'], from: 'full' | 'docked') => {
    if (to === 'full' || (to === 'docked' && (from === 'docked' || !canDock))) return undefined
    if (document.fullscreenElement) void document.exitFullscreen()
    if (to === 'docked') return shrink(player, dockedBoxesOf(player), () => setLayout('docked'))
    control.media?.pause()
    return shrink(player, from === 'full' ? cardBoxesOf(itemId) : undefined, () => playerHasLeft(id))
  })
  const come = useEffectEvent((player: HTMLElement) => {
    const stop = wasDocked.current ? grow(player, dockedBoxesOf(player)) : open(player, id, itemId)
    wasDocked.current = false
    return stop
  })
  useLayoutEffect(() => (root ? leave(root, view, layout) : undefined), [root, view, layout])
  useLayoutEffect(() => {
    if (!root) return
    if (layout === 'full') return come(root)
    wasDocked.current = true
  }, [root, layout])

  useEffect(() => {
    if (view === 'docked' && !canDock) endPlayer()
  }, [view, canDock])

  return layout
}
