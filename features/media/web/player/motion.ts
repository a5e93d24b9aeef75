import { type Box, pictureBox, takeOriginBox } from './origin.ts'

/** How the player grows out of what was pressed, and shrinks back into it or into the mini-player. */

/** ms, and the curve: as `--d-slow` and `--ease` of the tokens. */
const timing = { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
/** px of the corners of a card. */
const cardRadius = 12

/** Where the player stands, and the picture in it. */
export interface Boxes {
  outer: Box
  picture: Box
}

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const stageOf = (player: HTMLElement) => player.querySelector<HTMLElement>('[data-stage]')

function boxesOf(player: HTMLElement): Boxes {
  const outer = player.getBoundingClientRect()
  return { outer, picture: stageOf(player)?.getBoundingClientRect() ?? outer }
}

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

/** The item's card on the page, as far as it is in sight. */
export const cardOf = (itemId: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(itemId)}"]`)].find((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect()
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  })

/** Where an item comes from: what was pressed, else its card. Undefined when neither is known. */
export function originOf(itemId: string): Boxes | undefined {
  const card = cardOf(itemId)
  const picture = takeOriginBox(itemId) ?? (card && pictureBox(card))
  return picture && { outer: picture, picture }
}

/** Where an item goes back to. */
export function targetOf(itemId: string): Boxes | undefined {
  const card = cardOf(itemId)
  const picture = card && pictureBox(card)
  return picture && { outer: picture, picture }
}

/** The keyframes of the player and of its picture where both stand in these boxes. */
function keyframesIn(now: Boxes, { outer, picture }: Boxes) {
  const inset = [
    outer.y - now.outer.y,
    now.outer.x + now.outer.width - outer.x - outer.width,
    now.outer.y + now.outer.height - outer.y - outer.height,
    outer.x - now.outer.x,
  ].map((px) => `${Math.max(0, px)}px`)
  const scale = Math.max(picture.width / now.picture.width, picture.height / now.picture.height)
  const x = picture.x + picture.width / 2 - now.picture.x - now.picture.width / 2
  const y = picture.y + picture.height / 2 - now.picture.y - now.picture.height / 2
  return {
    player: { clipPath: `inset(${inset.join(' ')} round ${cardRadius}px)` },
    stage: { transform: `translate(${x}px, ${y}px) scale(${scale})` },
  }
}

const inPlace = { player: { clipPath: 'inset(0 round 0)' }, stage: { transform: 'none' } }
const outOfPlace = { opacity: 0, transform: 'translateY(24px) scale(0.97)' }

/** The animations of a way, running; none under reduced motion. */
function move(player: HTMLElement, other: Boxes | undefined, direction: 'normal' | 'reverse'): Animation[] {
  if (isMotionReduced()) return []
  const options = {
    ...timing,
    fill: 'both',
    direction,
    ...(direction === 'reverse' && { easing: 'cubic-bezier(0.8, 0, 0.8, 0.2)' }),
  } as const
  const stage = stageOf(player)
  if (!other || !stage) return [player.animate([outOfPlace, { opacity: 1, transform: 'none' }], options)]
  const start = keyframesIn(boxesOf(player), other)
  const around = [...(stage.parentElement?.children ?? [])].filter((part) => part !== stage)
  return [
    player.animate([start.player, inPlace.player], options),
    stage.animate([start.stage, inPlace.stage], options),
    ...around.map((part) => part.animate([{ opacity: 0 }, {}], options)),
  ]
}

/** Resolves once all have ended; at once when there are none. What is cancelled never ends. */
const ended = (animations: readonly Animation[], then: () => void) =>
  void Promise.all(animations.map(({ finished }) => finished)).then(then, () => {})

/**
 * The player comes: out of a card or the mini-player, else from a little below.
 * @returns how to stop it
 */
export function grow(player: HTMLElement, from: Boxes | undefined): () => void {
  const running = move(player, from, 'normal')
  const stop = () => running.forEach((animation) => animation.cancel())
  ended(running, stop)
  return stop
}

/**
 * The player goes: into a card or the mini-player, else a little down.
 * @param then what is done once it is there; it stays there until the returned function is called
 */
export function shrink(player: HTMLElement, into: Boxes | undefined, then: () => void): () => void {
  const running = move(player, into, 'reverse')
  ended(running, then)
  return () => running.forEach((animation) => animation.cancel())
}
