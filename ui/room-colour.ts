import { useLayoutEffect } from 'react'
import { idHue } from './naming.ts'
import { pictureColour } from './Picture.tsx'

/** Converts a component of an sRGB colour, 0 to 255, to linear light, 0 to 1. */
const toLinearLight = (byte: number) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Returns the OKLCH hue (degrees) and chroma (0 to about 0.3) of `#rrggbb`. */
export function hueAndChroma(colour: string): { hue: number; chroma: number } {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => toLinearLight(Number.parseInt(colour.slice(at, at + 2), 16)))
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { hue: (Math.atan2(yellow, a) * 180) / Math.PI, chroma: Math.hypot(a, yellow) }
}

/** The thing that gives a screen's background its colour (the room's colour): by its picture, or else by the hue of its id. */
export interface RoomColourSource {
  id: string
  picture?: string | null | undefined
}

/** The current sources of the room's colour. `opening`, the large picture at the top of a page, overrides `screen`. */
const colourSources: { opening?: RoomColourSource | undefined; screen?: RoomColourSource | undefined } = {}
/** From this chroma on, a colour has full strength. */
const fullChroma = 0.05
/** Hues in degrees that would look olive on a dark page. A weaker amber replaces them. */
const oliveFrom = 75
const oliveTo = 120
const amberHue = 70

/** Returns the CSS properties from which tokens.css computes the room's colours: hue in degrees, and strength from 0 to 1. */
export function roomStyle(light: RoomColourSource | undefined) {
  const colour = light?.picture ? pictureColour(light.picture) : undefined
  const { hue, chroma } = colour ? hueAndChroma(colour) : { hue: light ? idHue(light.id) : 0, chroma: light ? fullChroma : 0 }
  const isOlive = hue > oliveFrom && hue < oliveTo
  const chromaShare = Math.min(1, chroma / fullChroma)
  return { '--room-h': `${isOlive ? amberHue : hue}`, '--room-k': `${isOlive ? chromaShare / 2 : chromaShare}` }
}

function applyColour(): void {
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(roomStyle(colourSources.opening ?? colourSources.screen))) style.setProperty(name, value)
}

/**
 * Sets the room's colour while the calling component is mounted. tokens.css computes `--room-wash` and other colours from it.
 * @param area `opening` overrides `screen`
 */
export function useRoomColour(light: RoomColourSource | undefined, area: keyof typeof colourSources = 'screen'): void {
  const { id, picture } = light ?? {}
  useLayoutEffect(() => {
    colourSources[area] = id === undefined ? undefined : { id, picture }
    applyColour()
    return () => {
      colourSources[area] = undefined
      applyColour()
    }
  }, [id, picture, area])
}
