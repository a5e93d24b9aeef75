import { cards, createElements } from '#ui/drag/elements.ts'
import { type Box, pictureBox, takePressedBox } from './pressed-element.ts'

/** Opening animation of the player. The closing animation is in `usePlayerLayout.ts`. */

/** Duration in ms, and easing: the values of `--d-slow` and `--ease` in tokens.css. */
export const openTiming = { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)', fill: 'both' } as const
/** Corner radius of a card in px. */
const cardRadius = 12

/** Pictures of the player, which open from a card. */
const stages = createElements()
export const stageRef = stages.ref(undefined)

/** Boxes of the player and its picture. */
export interface PlayerBoxes {
  outer: Box
  picture: Box
}

const isMotionReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

const stageOf = (player: HTMLElement) => stages.in(player)[0]?.element

export function measureBoxes(player: HTMLElement): PlayerBoxes {
  const outer = player.getBoundingClientRect()
  return { outer, picture: stageOf(player)?.getBoundingClientRect() ?? outer }
}

/** The item's visible card on the page, if any. */
export const findVisibleCard = (itemId: string): HTMLElement | undefined =>
  cards.in().find(({ element, value }) => {
    if (value !== itemId) return false
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  })?.element

/** Box of an item's card; undefined if the card is not in view. */
export function cardBoxesOf(itemId: string, picture?: Box): PlayerBoxes | undefined {
  const card = findVisibleCard(itemId)
  const box = picture ?? (card && pictureBox(card))
  return box && { outer: box, picture: box }
}

/** Returns keyframes that show the player and its picture in other boxes than their current ones. @param now current boxes */
function keyframesIn(now: PlayerBoxes, { outer, picture }: PlayerBoxes) {
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

const finalKeyframe = { player: { clipPath: 'inset(0 round 0)' }, stage: { transform: 'none' } }
const hiddenStyle = { opacity: 0, transform: 'translateY(24px) scale(0.97)' }

/**
 * Starts the animations. Returns none if the user prefers reduced motion.
 * @param sinceMs ms since the opening began. The player and its picture continue from there. Other parts fade in from the beginning
 */
export function animateBoxes(
  player: HTMLElement,
  other: PlayerBoxes | undefined,
  options: KeyframeAnimationOptions = openTiming,
  sinceMs = 0,
): Animation[] {
  if (isMotionReduced()) return []
  const timing = { ...options, delay: -sinceMs }
  const stage = stageOf(player)
  if (!other || !stage) return [player.animate([hiddenStyle, { opacity: 1, transform: 'none' }], timing)]
  const start = keyframesIn(measureBoxes(player), other)
  const around = [...(stage.parentElement?.children ?? [])].filter((part) => part !== stage)
  return [
    player.animate([start.player, finalKeyframe.player], timing),
    stage.animate([start.stage, finalKeyframe.stage], timing),
    ...around.map((part) => part.animate([{ opacity: 0 }, {}], options)),
  ]
}

/** Calls `onDone` once all animations have finished: immediately without animations, never after a cancelled animation. */
export const runAfterAnimations = (animations: readonly Animation[], onDone: () => void): void =>
  void Promise.all(animations.map(({ finished }) => finished)).then(onDone, () => {})

/** Animates the player from other boxes to its place. @returns a function that stops the animation */
export function animateFromBoxes(player: HTMLElement, from: PlayerBoxes | undefined, sinceMs?: number): () => void {
  const running = animateBoxes(player, from, openTiming, sinceMs)
  const stop = () => running.forEach((animation) => animation.cancel())
  runAfterAnimations(running, stop)
  return stop
}

/** The last opened player: its id, the boxes from which it opened, and when it opened, in ms. */
let lastOpening: { id: number; from: PlayerBoxes | undefined; at: number } | undefined

/**
 * Animates the opening of a player: from the pressed element, else from the item's card, else from slightly below. A second call with the
 * same `id` continues the animation, so that the player continues that of its placeholder.
 * @param id of `NowPlaying`
 * @returns a function that stops the animation
 */
export function animateOpening(player: HTMLElement, id: number, itemId: string): () => void {
  const now = performance.now()
  if (lastOpening?.id !== id) lastOpening = { id, from: cardBoxesOf(itemId, takePressedBox(itemId)), at: now }
  return animateFromBoxes(player, lastOpening.from, now - lastOpening.at)
}
