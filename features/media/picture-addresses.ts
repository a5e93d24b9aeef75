/** Widths in px in which pictures are stored. A picture has only widths up to that of its source. */
export const pictureWidths = [160, 320, 640, 960, 1600] as const

const pictureIdPattern = /^[\dA-Za-z]{16}-(\d{1,4})x(\d{1,4})-([\da-f]{6})$/
/**
 * Matches the URL of a picture. Restricted pictures have a signature in the query: see `server/picture-signatures.ts`. Public pictures may
 * be at a CDN.
 */
const picturePathPattern = /^((?:https:\/\/[^/]+\/media\/edge|\/media)\/pictures\/([^/]+)\/)\d+\.webp(\?[\w=&-]*)?$/

/** Data encoded in a picture's URL. */
export interface PictureProperties {
  id: string
  /** Size of the largest version in px. */
  width: number
  height: number
  /** Average colour, `#rrggbb`, as a placeholder. */
  colour: string
  /** Available sizes, narrowest first. */
  widths: number[]
}

/** Parses the id or URL of a picture; null for other texts. */
export function parsePictureAddress(pictureReference: string): PictureProperties | null {
  const id = picturePathPattern.exec(pictureReference)?.[2] ?? pictureReference
  const [, width, height, colour] = pictureIdPattern.exec(id) ?? []
  if (!width || !height || !colour) return null
  return { id, width: Number(width), height: Number(height), colour: `#${colour}`, widths: widthsOf(Number(width)) }
}

/** Whether this is an expired signed URL. Reading the response again gives a new one. */
export const isExpired = (address: string): boolean => Number(/[?&]until=(\d+)/.exec(address)?.[1]) * 1000 <= Date.now()

/** Returns the widths of a picture whose largest version is `ownWidth` wide. */
export const widthsOf = (ownWidth: number): number[] => [...pictureWidths.filter((width) => width < ownWidth), ownWidth]

/**
 * Returns a picture's URL: the narrowest size of at least `width` px, else the largest. Responses contain this URL with the default width.
 */
export const pictureUrl = (id: string, width: number = pictureWidths[3]) => `/media/pictures/${id}/${width}.webp`

/** Returns the `srcset` of a picture's URL; undefined if the picture isn't on this site. */
export function pictureSrcset(address: string): string | undefined {
  const picture = parsePictureAddress(address)
  const [, folder = '', , query = ''] = picturePathPattern.exec(address) ?? []
  return picture?.widths.map((width) => `${folder}${width}.webp${query} ${width}w`).join(', ')
}
