import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PlayerControl } from './control.ts'
import { cardBoxesOf, grow, open } from './motion.ts'
import { endPlayer, type NowPlaying, playerHasLeft } from './now-playing.ts'
import { dockedBoxesOf, shrink } from './shrink.ts'

interface Moving {
  root: HTMLElement | null
  now: NowPlaying
  itemId: string
  /** False: what would dock ends instead, as nothing plays. */
  canDock: boolean
  control: PlayerControl
}

/**
 * How the player is laid out: as `now.view` wants it, once it has moved there. It grows out of the card that was pressed or out of
 * the mini-player, and shrinks back into them.
 */
export function useLayout({ root, now, itemId, canDock, control }: Moving): 'full' | 'docked' {
  const { id, view } = now
  const [layout, setLayout] = useState<'full' | 'docked'>(view === 'docked' ? 'docked' : 'full')
  if (view === 'full' && layout === 'docked') setLayout('full')
  const wasDocked = useRef(false)

  // Which item plays, and whether it can dock, counts at the moment when it moves.
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
