import { useLayoutEffect } from 'react'
import { hueAndChroma } from './colour.ts'
import { hueOf } from './naming.ts'
import { colourOf } from './Picture.tsx'

/** Source of a screen's ambient colour: a thing's picture, else the hue of its id. */
export interface LightSource {
  id: string
  picture?: string | null | undefined
}

/** The ambient colour sources: the screen's subject, and before that its opening picture. */
const lights: { opening?: LightSource | undefined; screen?: LightSource | undefined } = {}
/** Chroma that counts as fully coloured. */
const fullChroma = 0.05

/** The CSS properties from which tokens.css derives the room colours: hue in degrees, and strength from 0 to 1. */
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
 * Sets the ambient colour while the caller is mounted: `--room-wash` and its derivatives (tokens.css) follow the picture.
 * @param by the opening picture takes precedence over the screen
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
