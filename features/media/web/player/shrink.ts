import { type Boxes, boxesOf, move, timing, whenEnded } from './motion.ts'

/** The way that the player grows, from its end. */
const backwards = { ...timing, direction: 'reverse', easing: 'cubic-bezier(0.8, 0, 0.8, 0.2)' } as const

/** Where the player will stand once it is docked. */
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
 * The player goes: into a card or the mini-player, else a little down.
 * @param then what is done once it is there; it stays there until the returned function is called
 */
export function shrink(player: HTMLElement, into: Boxes | undefined, then: () => void): () => void {
  const running = move(player, into, backwards)
  whenEnded(running, then)
  return () => running.forEach((animation) => animation.cancel())
}
