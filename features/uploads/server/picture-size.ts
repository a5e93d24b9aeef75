/** A size in pixels. */
export interface Size {
  width: number
  height: number
}

/** Encoders of 4:2:0 take even sizes alone. */
const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2))
export const evenBelow = (pixels: number) => Math.max(2, 2 * Math.floor(pixels / 2))

/** `4:3` as a number; undefined for what is no ratio, such as `0:1`. */
function ratioOf(text: string | undefined): number | undefined {
  const [, a, b] = /^(\d+)[:/](\d+)$/.exec(text ?? '') ?? []
  const ratio = Number(a) / Number(b)
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined
}

/**
 * The size at which a picture is shown, in square pixels: wider or narrower where its own pixels are not square, and turned.
 * @param maxSide a shape of pixels that leads to more than this is not believed
 */
export function shownSize(
  { width, height, aspect, rotation }: Size & { aspect: string | undefined; rotation: number | undefined },
  maxSide: number,
): Size {
  const wide = Math.round(width * (ratioOf(aspect) ?? 1))
  const shown = wide >= 2 && wide <= Math.max(maxSide, width) ? wide : width
  const isTurned = Math.abs(Math.abs((rotation ?? 0) % 180) - 90) < 1
  return isTurned ? { width: height, height: shown } : { width: shown, height }
}

/** @param side of the shorter side */
export const withShortSide = ({ width, height }: Size, side: number): Size =>
  width >= height ? { width: even((side * width) / height), height: side } : { width: side, height: even((side * height) / width) }

/** The largest even size within a box that has the shape of the picture; it is not enlarged. */
export function fitInto({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height)
  const fit = (pixels: number, most: number) => Math.min(even(pixels * scale), evenBelow(most))
  return { width: fit(width, box.width), height: fit(height, box.height) }
}

/** Frames a second that players are given at most. */
const maxRate = 60
const usualRates = ['24000/1001', '24/1', '25/1', '30000/1001', '30/1', '48/1', '50/1', '60000/1001', '60/1']

/**
 * Frames a second that a film is brought to, as ffmpeg writes them; undefined where its own can stay.
 * @param nominal the rate of which all its times are multiples: of variable rates it may be as fine as its clock
 * @param average frames by seconds
 */
export function steadyRate(nominal: string | undefined, average: string | undefined): string | undefined {
  const [finest, mean] = [ratioOf(nominal), ratioOf(average)]
  // The average of a short film is not exact.
  const rate = mean === undefined || (finest !== undefined && Math.abs(finest - mean) < 0.01 * mean) ? finest : mean
  if (rate === undefined || Math.max(finest ?? 0, rate) <= maxRate * 1.01) return undefined
  // Each second, third … frame: so all of them are shown equally long.
  const reduced = rate <= maxRate * 1.01 ? rate : rate / Math.ceil(rate / maxRate - 0.01)
  const distance = (usual: string) => Math.abs(ratioOf(usual)! - reduced) / reduced
  const [nearest = ''] = usualRates.toSorted((a, b) => distance(a) - distance(b))
  return distance(nearest) < 0.005 ? nearest : `${maxRate}`
}
