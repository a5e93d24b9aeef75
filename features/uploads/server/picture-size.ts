/** A size in px. */
export interface Size {
  width: number
  height: number
}

/** Rounds to an even size, which 4:2:0 encoders require. */
const roundToEvenSize = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2))
export const roundDownToEvenSize = (pixels: number) => Math.max(2, 2 * Math.floor(pixels / 2))

/** Parses `4:3`; undefined for invalid ratios such as `0:1`. */
function ratioOf(text: string | undefined): number | undefined {
  const [, a, b] = /^(\d+)[:/](\d+)$/.exec(text ?? '') ?? []
  const ratio = Number(a) / Number(b)
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined
}

/**
 * Returns the display size in square pixels, corrected for pixel aspect ratio and rotation.
 * @param maxSide in px; an aspect ratio that makes a side longer is ignored
 */
export function displaySize(
  { width, height, aspect, rotation }: Size & { aspect: string | undefined; rotation: number | undefined },
  maxSide: number,
): Size {
  const squareWidth = Math.round(width * (ratioOf(aspect) ?? 1))
  const displayWidth = squareWidth >= 2 && squareWidth <= Math.max(maxSide, width) ? squareWidth : width
  const isTurned = Math.abs(Math.abs((rotation ?? 0) % 180) - 90) < 1
  return isTurned ? { width: height, height: displayWidth } : { width: displayWidth, height }
}

/** @param side length of the shorter side */
export const scaleToShortSide = ({ width, height }: Size, side: number): Size =>
  width >= height
    ? { width: roundToEvenSize((side * width) / height), height: side }
    : { width: side, height: roundToEvenSize((side * height) / width) }

/** Returns the largest even size within a box that keeps the aspect ratio. Never enlarges. */
export function fitInto({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height)
  const fit = (pixels: number, max: number) => Math.min(roundToEvenSize(pixels * scale), roundDownToEvenSize(max))
  return { width: fit(width, box.width), height: fit(height, box.height) }
}

/** Maximum frame rate for players. */
const maxFrameRate = 60
const standardFrameRates = ['24000/1001', '24/1', '25/1', '30000/1001', '30/1', '48/1', '50/1', '60000/1001', '60/1']

/**
 * Returns the target frame rate in ffmpeg's notation; undefined keeps the original.
 * @param nominal the rate that fits all timestamps; for a variable rate, it may be the rate of the file's clock
 * @param average frames per second
 */
export function targetFrameRate(nominal: string | undefined, average: string | undefined): string | undefined {
  const [finest, mean] = [ratioOf(nominal), ratioOf(average)]
  // Prefers the nominal rate if both are close, because the average of a short video isn't exact.
  const rate = mean === undefined || (finest !== undefined && Math.abs(finest - mean) < 0.01 * mean) ? finest : mean
  if (rate === undefined || Math.max(finest ?? 0, rate) <= maxFrameRate * 1.01) return undefined
  // Takes every second, third … frame, so that all frames have equal duration.
  const reduced = rate <= maxFrameRate * 1.01 ? rate : rate / Math.ceil(rate / maxFrameRate - 0.01)
  const distance = (rate: string) => Math.abs(ratioOf(rate)! - reduced) / reduced
  const [nearest = ''] = standardFrameRates.toSorted((a, b) => distance(a) - distance(b))
  return distance(nearest) < 0.005 ? nearest : `${maxFrameRate}`
}
