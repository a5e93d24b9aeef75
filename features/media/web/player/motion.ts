import { type Box, pictureBox, takeOriginBox } from './origin.ts'

/** How the player grows out of what was pressed; `shrink.ts` is the way back. */

/** ms, and the curve: as `--d-slow` and `--ease` of the tokens. */
export const timing = { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)', fill: 'both' } as const
/** px of the corners of a card. */
const cardRadius = 12

/** Where the player stands, and the picture in it. */
export interface Boxes {
  outer: Box
  picture: Box
}

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const stageOf = (player: HTMLElement) => player.querySelector<HTMLElement>('[data-stage]')

export function boxesOf(player: HTMLElement): Boxes {
  const outer = player.getBoundingClientRect()
  return { outer, picture: stageOf(player)?.getBoundingClientRect() ?? outer }
}

/** The item's card on the page, as far as it is in sight. */
export const cardOf = (itemId: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-card="${CSS.escape(itemId)}"]`)].find((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect()
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  })

/** Where an item's card stands; undefined when it is not in sight. */
export function cardBoxesOf(itemId: string, picture?: Box): Boxes | undefined {
  const card = cardOf(itemId)
  const box = picture ?? (card && pictureBox(card))
  return box && { outer: box, picture: box }
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

/**
 * The animations of a way, running; none under reduced motion.
 * @param sinceMs how long ago it began: what stands around the picture begins now
 */
export function move(player: HTMLElement, other: Boxes | undefined, options: KeyframeAnimationOptions = timing, sinceMs = 0): Animation[] {
  if (isMotionReduced()) return []
  const rest = { ...options, delay: -sinceMs }
  const stage = stageOf(player)
  if (!other || !stage) return [player.animate([outOfPlace, { opacity: 1, transform: 'none' }], rest)]
  const start = keyframesIn(boxesOf(player), other)
  const around = [...(stage.parentElement?.children ?? [])].filter((part) => part !== stage)
  return [
    player.animate([start.player, inPlace.player], rest),
    stage.animate([start.stage, inPlace.stage], rest),
    ...around.map((part) => part.animate([{ opacity: 0 }, {}], options)),
  ]
}

/** Calls back once all have ended; at once when there are none. What is cancelled never ends. */
export const whenEnded = (animations: readonly Animation[], then: () => void): void =>
  void Promise.all(animations.map(({ finished }) => finished)).then(then, () => {})

/** The player comes from other boxes into its place. @returns how to stop it */
export function grow(player: HTMLElement, from: Boxes | undefined, sinceMs?: number): () => void {
  const running = move(player, from, timing, sinceMs)
  const stop = () => running.forEach((animation) => animation.cancel())
  whenEnded(running, stop)
  return stop
}

/** The player that opened last: where it came from, and when. */
let opened: { id: number; from: Boxes | undefined; at: number } | undefined

/**
 * The player opens: out of what was pressed, else out of the item's card, else from a little below. It does so once: what takes the
 * place of its picture when its code has come goes on from where that is.
 * @param id of `NowPlaying`
 * @returns how to stop it
 */
export function open(player: HTMLElement, id: number, itemId: string): () => void {
  const now = performance.now()
  if (opened?.id !== id) opened = { id, from: cardBoxesOf(itemId, takeOriginBox(itemId)), at: now }
  return grow(player, opened.from, now - opened.at)
}
