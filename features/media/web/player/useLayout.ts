import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PlayerControl } from './control.ts'
import { cardBoxesOf, grow, open } from './motion.ts'
import { endPlayer, type NowPlaying, playerHasLeft } from './now-playing.ts'
import { dockedBoxesOf, shrink } from './shrink.ts'

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
