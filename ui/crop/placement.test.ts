import { expect, test } from 'vitest'
import {
  transformAround,
  clampPlacement,
  boxCenter,
  applyPinch,
  startPlacement,
  stepRotation,
  stepScale,
  unitsPerPixel,
  widthOfBox,
} from './placement.ts'

test.each([
  [{ width: 400, height: 400 }, 1, 0.5],
  [{ width: 1200, height: 800 }, 1.5, 0.5],
  [{ width: 1600, height: 900 }, 1, 0.9],
  [{ width: 900, height: 1600 }, 1.5, 1.4],
  [{ width: 20, height: 20 }, 1, 0.5],
  [{ width: 8000, height: 200 }, 1, 3],
])('%j in a box of %s:1 starts at scale %s, which fills the box if allowed', (picture, aspect, scale) => {
  expect(startPlacement(picture, aspect)).toEqual({ x: 0, y: 0, scale, rotation: 0 })
  const unit = unitsPerPixel(picture, aspect) * scale
  if (scale < 3) expect([picture.width * unit, picture.height * unit * aspect].every((share) => share > 0.999)).toBe(true)
})

test('scale and rotation change in steps; rotation wraps at half a turn', () => {
  expect([0.44, 1.26, 3.2, 0.1 + 0.2].map(stepScale)).toEqual([0.5, 1.3, 3, 0.5])
  expect([2, 3, 182, 183, -183, 184.9, 360].map(stepRotation)).toEqual([0, 5, 180, -175, 175, -175, 0])
})

test('the point under the pointer stays in place when scaling and rotating', () => {
  const from = { x: 0.3, y: -0.2, scale: 1, rotation: 0 }
  const point = { x: 0.5, y: 0.1 }
  expect(transformAround(point, from, 2, 0)).toEqual({ x: expect.closeTo(0.1), y: expect.closeTo(-0.5), scale: 2, rotation: 0 })
  expect(transformAround(boxCenter, from, 1, 90)).toEqual({ x: expect.closeTo(0.2), y: expect.closeTo(0.3), scale: 1, rotation: 90 })
  expect(transformAround(point, { ...from, ...point }, 3, 45)).toMatchObject(point)
})

test('two fingers move, scale and rotate in steps at the same time', () => {
  const from = { x: 0, y: 0, scale: 1, rotation: 0 }
  const before = [
    { x: -0.5, y: 0 },
    { x: 0.5, y: 0 },
  ] as const
  const wider = applyPinch(from, before, [
    { x: -1, y: 0.2 },
    { x: 1, y: 0.2 },
  ])
  expect(wider).toEqual({ x: expect.closeTo(0), y: expect.closeTo(0.2), scale: 2, rotation: 0 })
  const rotated = applyPinch(from, before, [
    { x: 0, y: -0.53 },
    { x: 0, y: 0.53 },
  ])
  expect(rotated).toMatchObject({ scale: 1.1, rotation: 90 })
  // Both fingers are on the same spot.
  expect(applyPinch(from, [boxCenter, boxCenter], before)).toMatchObject({ scale: 3 })
})

test('the picture always covers the middle of the box', () => {
  const picture = { width: 400, height: 200 }
  const expectedFar = { x: 50, y: -50, scale: 1, rotation: 0 }
  expect(clampPlacement(expectedFar, picture, 1)).toMatchObject({ x: 1, y: -0.5 })
  expect(clampPlacement({ ...expectedFar, rotation: 90 }, picture, 1)).toMatchObject({ x: expect.closeTo(0.5), y: expect.closeTo(-1) })
  const expectedNear = { x: 0.2, y: 0.1, scale: 1, rotation: 30 }
  expect(clampPlacement(expectedNear, picture, 1)).toMatchObject({ x: expect.closeTo(0.2), y: expect.closeTo(0.1) })
})

test('the crop has the native resolution of the picture', () => {
  expect(widthOfBox({ width: 400, height: 400 }, 1, { x: 0, y: 0, scale: 0.5, rotation: 0 })).toBe(400)
  expect(widthOfBox({ width: 400, height: 400 }, 1, { x: 0, y: 0, scale: 1, rotation: 0 })).toBe(200)
  expect(widthOfBox({ width: 1, height: 1 }, 1, { x: 0, y: 0, scale: 3, rotation: 0 })).toBe(1)
})
