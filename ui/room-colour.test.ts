import { expect, test } from 'vitest'
import { describePictures } from './Picture.tsx'
import { hueAndChroma, roomStyle } from './room-colour.ts'

// Expected values are from CSS Color 4, `oklch()`.
test.each([
  ['#ff0000', 29.2, 0.258],
  ['#00ff00', 142.5, 0.295],
  ['#0000ff', -95.9, 0.313],
])('%s has hue %f and chroma %f', (colour, hue, chroma) => {
  expect(hueAndChroma(colour).hue).toBeCloseTo(hue, 0)
  expect(hueAndChroma(colour).chroma).toBeCloseTo(chroma, 2)
})

test('grey has no chroma', () => expect(hueAndChroma('#808080').chroma).toBeCloseTo(0, 3))

test.each([
  ['#c8b400', 70, 0.5],
  ['#c80000', 29.2, 1],
])('a room of %s has hue %f and strength %f: yellow becomes a weaker amber', (colour, hue, strength) => {
  describePictures(
    () => ({ colour }),
    () => {},
  )
  const style = roomStyle({ id: 'a', picture: 'any' })
  expect(Number(style['--room-h'])).toBeCloseTo(hue, 0)
  expect(Number(style['--room-k'])).toBeCloseTo(strength, 2)
})
