/*
 * How a picture lies under the crop box, in units of the box's width: the same numbers place it on the screen and cut it out.
 * The stage is twice as wide and twice as high as the box, which therefore takes 50 % of each.
 */

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** Where the picture's middle lies from the box's, in widths of the box, and how it is scaled and turned (degrees, clockwise). */
export interface Placement extends Point {
  /** 1: the whole picture just fits the stage. */
  scale: number
  rotation: number
}

/** Of the box. */
export const middle: Point = { x: 0, y: 0 }

export const scales = { min: 0.5, max: 3, step: 0.1 } as const
export const rotations = { min: -180, max: 180, step: 5 } as const

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
/** Tenths that are added up stay tenths. */
const toTenth = (value: number) => Math.round(value * 10) / 10

/** The nearest scale there is. */
export const stepScale = (scale: number): number => clamp(toTenth(scale), scales.min, scales.max)

/** The nearest rotation there is; past half a turn it goes on from the other side. */
export function stepRotation(degrees: number): number {
  const stepped = Math.round(degrees / rotations.step) * rotations.step
  return stepped > rotations.max ? stepped - 360 : stepped < rotations.min ? stepped + 360 : stepped
}

/** Widths of the box that one pixel of the picture takes at scale 1. @param aspect of the box, width by height */
export const unitsPerPixel = ({ width, height }: Size, aspect: number): number => Math.min(2 / width, 2 / aspect / height)

/** In the middle, upright, and of the smallest scale that fills the box. */
export function startPlacement(picture: Size, aspect: number): Placement {
  const unit = unitsPerPixel(picture, aspect)
  const filling = Math.max(1 / (picture.width * unit), 1 / aspect / (picture.height * unit))
  const rounding = 1e-9
  return { x: 0, y: 0, scale: clamp(Math.ceil((filling - rounding) * 10) / 10, scales.min, scales.max), rotation: 0 }
}

const turned = ({ x, y }: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/** The same, moved so far that the middle of the box is over the picture: it can't be lost. */
export function keptInSight(placement: Placement, picture: Size, aspect: number): Placement {
  const unit = unitsPerPixel(picture, aspect) * placement.scale
  const [halfWidth, halfHeight] = [(picture.width * unit) / 2, (picture.height * unit) / 2]
  const inPicture = turned(placement, -placement.rotation)
  const clamped = { x: clamp(inPicture.x, -halfWidth, halfWidth), y: clamp(inPicture.y, -halfHeight, halfHeight) }
  return { ...placement, ...turned(clamped, placement.rotation) }
}

/** Scaled and turned around a point, which keeps its place: where the pointer is, or between two fingers. */
export function around(point: Point, from: Placement, scale: number, rotation: number): Placement {
  const away = turned({ x: from.x - point.x, y: from.y - point.y }, rotation - from.rotation)
  const factor = scale / from.scale
  return { x: point.x + away.x * factor, y: point.y + away.y * factor, scale, rotation }
}

const middleOf = ([one, other]: readonly [Point, Point]): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

/** What two fingers make of a placement: they move, scale and turn it, in steps of scale and rotation. */
export function pinched(from: Placement, before: readonly [Point, Point], now: readonly [Point, Point]): Placement {
  const distance = ([one, other]: readonly [Point, Point]) => Math.hypot(other.x - one.x, other.y - one.y)
  const angle = ([one, other]: readonly [Point, Point]) => (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI
  const scale = stepScale((from.scale * distance(now)) / Math.max(distance(before), 1e-6))
  const rotation = stepRotation(from.rotation + angle(now) - angle(before))
  const [start, end] = [middleOf(before), middleOf(now)]
  const placed = around(start, from, scale, rotation)
  return { ...placed, x: placed.x + end.x - start.x, y: placed.y + end.y - start.y }
}

/** Pixels across the box when each pixel of the picture stays one. */
export const widthOfBox = (picture: Size, aspect: number, { scale }: Placement): number =>
  Math.max(1, Math.round(1 / (unitsPerPixel(picture, aspect) * scale)))

/** Draws what lies in the box, `width` pixels wide. */
export function drawBox(
  context: CanvasRenderingContext2D,
  image: CanvasImageSource,
  { picture, aspect, placement, width }: { picture: Size; aspect: number; placement: Placement; width: number },
): void {
  const scale = unitsPerPixel(picture, aspect) * placement.scale
  context.save()
  context.imageSmoothingQuality = 'high'
  context.scale(width, width)
  context.translate(0.5 + placement.x, 0.5 / aspect + placement.y)
  context.rotate((placement.rotation * Math.PI) / 180)
  context.scale(scale, scale)
  context.drawImage(image, -picture.width / 2, -picture.height / 2, picture.width, picture.height)
  context.restore()
}
