/** Pieces of SVG for drawings of 600 × 400. Colours are in OKLCH; gradients are kept in `defs` until the drawing is put together. */
export const width = 600
export const height = 400

let defs = ''
let lastId = 0

/** Numbers from 0 to 1 that are the same at every run. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const colour = (lightness: number, chroma: number, hue: number, alpha = 1) => `oklch(${lightness} ${chroma} ${hue} / ${alpha})`

type Stops = readonly (readonly [offset: number, colour: string])[]
const stopsOf = (stops: Stops) => stops.map(([offset, fill]) => `<stop offset="${offset}" stop-color="${fill}"/>`).join('')

/** From top to bottom, unless told otherwise. */
export function linear(stops: Stops, direction = 'x1="0" y1="0" x2="0" y2="1"'): string {
  const id = `g${++lastId}`
  defs += `<linearGradient id="${id}" ${direction}>${stopsOf(stops)}</linearGradient>`
  return `url(#${id})`
}
export function radial(stops: Stops): string {
  const id = `g${++lastId}`
  defs += `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`
  return `url(#${id})`
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`
export const shape = (path: string, fill: string, more = '') => `<path d="${path}" fill="${fill}" ${more}/>`
export const stroke = (path: string, paint: string, thickness: number, more = '') =>
  `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
export const group = (transform: string, content: string) => `<g transform="${transform}">${content}</g>`
export const ground = (fill: string) => rect(0, 0, width, height, fill)
export const times = (count: number, draw: (index: number) => string) => Array.from({ length: count }, (_, index) => draw(index)).join('')

/** The whole drawing. */
export function drawing(draw: () => string): string {
  defs = ''
  lastId = 0
  const content = draw()
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${content}</svg>`
}
