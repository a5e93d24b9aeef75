import { useLayoutEffect } from 'react'
import { hueAndChroma } from './colour.ts'
import { hueOf } from './naming.ts'
import { colourOf } from './Picture.tsx'

/** What the light of a screen comes from: a thing's picture, else the hue of its id. */
export interface LightSource {
  id: string
  picture?: string | null | undefined
}

/** Who lights the room: what a screen is about, and before that what it opens with. */
const lights: { opening?: LightSource | undefined; screen?: LightSource | undefined } = {}
/** Chroma from which a picture counts as fully coloured. */
const fullChroma = 0.05

/** The two properties from which tokens.css makes the colours of a room: hue in degrees, and how much of it, 0 to 1. */
export function roomStyle(light: LightSource | undefined) {
  const colour = light?.picture ? colourOf(light.picture) : undefined
  const { hue, chroma } = colour ? hueAndChroma(colour) : { hue: light ? hueOf(light.id) : 0, chroma: light ? fullChroma : 0 }
  return { '--room-h': hue.toFixed(1), '--room-k': Math.min(1, chroma / fullChroma).toFixed(2) }
}

function apply(): void {
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(roomStyle(lights.opening ?? lights.screen))) style.setProperty(name, value)
}

/**
 * Lights the room while the caller is on the page: `--room-wash` and what is made of it (tokens.css) take the colour of the picture.
 * @param by what a screen opens with goes before the screen
 */
export function useRoomLight(light: LightSource | undefined, by: keyof typeof lights = 'screen'): void {
  const { id, picture } = light ?? {}
  useLayoutEffect(() => {
    lights[by] = id === undefined ? undefined : { id, picture }
    apply()
    return () => {
      lights[by] = undefined
      apply()
    }
  }, [id, picture, by])
}
