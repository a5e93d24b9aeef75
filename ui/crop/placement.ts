/* The placement of a picture under the crop box, in units of the box's width: the same numbers place it on the screen and cut it out.
   The stage is twice as wide and twice as high as the box, which therefore takes 50 % of each. */

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** Offset of the picture's middle from the middle of the box, in box widths; the picture's scale; and its rotation in degrees clockwise. */
export interface Placement extends Point {
  /** Scale. At 1, the whole picture just fits the stage. */
  scale: number
  rotation: number
}

/** The middle of the box. */
export const boxCenter: Point = { x: 0, y: 0 }

export const scales = { min: 0.5, max: 3, step: 0.1 } as const
export const rotations = { min: -180, max: 180, step: 5 } as const

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** Returns the nearest allowed scale, without floating-point errors. */
export const stepScale = (scale: number): number => clamp(Math.round(scale * 10) / 10, scales.min, scales.max)

/** Returns the nearest allowed rotation, from -180 to 180 degrees. */
export function stepRotation(degrees: number): number {
  const stepped = Math.round(degrees / rotations.step) * rotations.step
  return stepped > rotations.max ? stepped - 360 : stepped < rotations.min ? stepped + 360 : stepped
}

/** Returns box widths per pixel of the picture at scale 1. @param aspect width of the box, divided by its height */
export const unitsPerPixel = ({ width, height }: Size, aspect: number): number => Math.min(2 / width, 2 / aspect / height)

/** Returns a centred, upright placement with the smallest scale at which the picture fills the box. */
export function startPlacement(picture: Size, aspect: number): Placement {
  const unit = unitsPerPixel(picture, aspect)
  const filling = Math.max(1 / (picture.width * unit), 1 / aspect / (picture.height * unit))
  const rounding = 1e-9
  return { x: 0, y: 0, scale: clamp(Math.ceil((filling - rounding) * 10) / 10, scales.min, scales.max), rotation: 0 }
}

const rotate = ({ x, y }: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/** Moves the picture, if needed, so that it covers the middle of the box. */
export function clampPlacement(placement: Placement, picture: Size, aspect: number): Placement {
  const unit = unitsPerPixel(picture, aspect) * placement.scale
  const [halfWidth, halfHeight] = [(picture.width * unit) / 2, (picture.height * unit) / 2]
  const inPicture = rotate(placement, -placement.rotation)
  const clamped = { x: clamp(inPicture.x, -halfWidth, halfWidth), y: clamp(inPicture.y, -halfHeight, halfHeight) }
  return { ...placement, ...rotate(clamped, placement.rotation) }
}

/** Scales and rotates around a point that stays: the pointer, or the middle between two fingers. */
export function transformAround(point: Point, from: Placement, scale: number, rotation: number): Placement {
  const offset = rotate({ x: from.x - point.x, y: from.y - point.y }, rotation - from.rotation)
  const factor = scale / from.scale
  return { x: point.x + offset.x * factor, y: point.y + offset.y * factor, scale, rotation }
}

const middleOf = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Applies a two-finger gesture: move, scale and rotate in steps. */
export function applyPinch(from: Placement, before: readonly [Point, Point], now: readonly [Point, Point]): Placement {
  const distance = ([a, b]: readonly [Point, Point]) => Math.hypot(b.x - a.x, b.y - a.y)
  const angle = ([a, b]: readonly [Point, Point]) => (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
  const scale = stepScale((from.scale * distance(now)) / Math.max(distance(before), 1e-6))
  const rotation = stepRotation(from.rotation + angle(now) - angle(before))
  const [start, end] = [middleOf(before), middleOf(now)]
  const transform = transformAround(start, from, scale, rotation)
  return { ...transform, x: transform.x + end.x - start.x, y: transform.y + end.y - start.y }
}

/** Returns the width of the box in pixels of the picture. */
export const widthOfBox = (picture: Size, aspect: number, { scale }: Placement): number =>
  Math.max(1, Math.round(1 / (unitsPerPixel(picture, aspect) * scale)))

/** Draws the crop, `width` pixels wide. */
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
