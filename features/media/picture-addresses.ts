/** Widths in pixels that pictures are made in; none wider than its source. */
export const pictureWidths = [160, 320, 640, 960, 1600] as const

const pictureId = /^[\dA-Za-z]{16}-(\d{1,4})x(\d{1,4})-([\da-f]{6})$/
/** A picture that not everybody may see is signed in its query: see `server/picture-signatures.ts`. */
const picturePath = /^\/media\/pictures\/([^/]+)\/\d+\.webp(\?[\w=&-]*)?$/

/** What a picture's address tells by itself, before anything is fetched. */
export interface PictureFacts {
  id: string
  /** Of the largest size, in pixels. */
  width: number
  height: number
  /** Average colour, `#rrggbb`: to show until the picture is there. */
  colour: string
  /** The sizes there are, narrowest first. */
  widths: number[]
}

/** Reads a picture's id or its address; null for anything else. */
export function pictureFacts(idOrAddress: string): PictureFacts | null {
  const id = picturePath.exec(idOrAddress)?.[1] ?? idOrAddress
  const [, width, height, colour] = pictureId.exec(id) ?? []
  if (!width || !height || !colour) return null
  return { id, width: Number(width), height: Number(height), colour: `#${colour}`, widths: widthsOf(Number(width)) }
}

/** Was this a signed address, good until a moment that has passed? Whoever told it tells another one. */
export const hasLapsed = (address: string): boolean => Number(/[?&]until=(\d+)/.exec(address)?.[1]) * 1000 <= Date.now()

/** The widths that a picture is made in whose largest is `own`. */
export const widthsOf = (own: number): number[] => [...pictureWidths.filter((width) => width < own), own]

/**
 * A picture's address: the narrowest size of at least `width` pixels, else the largest there is. On the wire pictures travel
 * as this address without a width.
 */
export const pictureUrl = (id: string, width: number = pictureWidths[3]) => `/media/pictures/${id}/${width}.webp`

/** The `srcset` of a picture's address; undefined for an address that is not one of our pictures. */
export function pictureSrcset(address: string): string | undefined {
  const facts = pictureFacts(address)
  const [, , query = ''] = picturePath.exec(address) ?? []
  return facts?.widths.map((width) => `${pictureUrl(facts.id, width)}${query} ${width}w`).join(', ')
}
