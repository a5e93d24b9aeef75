import { type Boxes, boxesOf, move, timing, whenEnded } from './motion.ts'

/** Closing animation of the player. */
const backwards = { ...timing, direction: 'reverse', easing: 'cubic-bezier(0.8, 0, 0.8, 0.2)' } as const

/** Box of the docked player. */
export function dockedBoxesOf(player: HTMLElement): Boxes {
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
export function shrink(player: HTMLElement, into: Boxes | undefined, then: () => void): () => void {
  const running = move(player, into, backwards)
  whenEnded(running, then)
  return () => running.forEach((animation) => animation.cancel())
}
