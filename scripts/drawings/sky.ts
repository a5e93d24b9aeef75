import { circle, colour as c, height, radial, randomFrom, times, width } from './svg.ts'

export const glow = (x: number, y: number, r: number, hue: number) =>
  circle(
    x,
    y,
    r,
    radial([
      [0, c(0.96, 0.08, hue, 0.8)],
      [1, c(0.9, 0.08, hue, 0)],
    ]),
  )
export const stars = (seed: number, count: number, deep = height) => {
  const random = randomFrom(seed)
  return times(count, () => circle(random() * width, random() * deep, 0.6 + random() * 1.3, c(0.97, 0.02, 90, 0.3 + random() * 0.7)))
}
