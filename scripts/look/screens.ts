import { readdirSync } from 'node:fs'
import type { Language } from '#kit/contract/texts.ts'
import { readJson } from './json.ts'
import { type Act, combineSteps, type Step } from './steps.ts'

interface Place {
  path: string
  /** The demonstration user who is logged in. Default: a guest. */
  as?: 'marieke' | 'iris' | 'rita' | 'noor' | 'operator'
}

export interface Screen extends Place {
  name: string
  /** The URL contains no language, so that the browser's language applies. */
  isOutside?: true
  /** If true, the app fills the window of a desktop instead of a frame in it. */
  filled?: boolean
  /** Values in the browser's storage, in addition to the default ones. */
  browserStorage?: Readonly<Record<string, string>>
  /** Shows an email instead of a screen, as in an email program. */
  mail?: Readonly<Record<Language, string>>
  /** False disables scripts. */
  scripts?: boolean
  /** True lets the page start its service worker. */
  serviceWorker?: true
  /** Runs before the picture is taken. */
  act: Act
}

/** An animation, pictured at several moments. */
export interface Motion extends Screen {
  /** Runs first. `act` then starts the animation. */
  before: Act
  /** Selector of the animated elements. */
  of: string
}

/** A screen in a JSON file, by name. */
interface Entry extends Omit<Screen, 'act' | 'filled' | 'name'> {
  /** Name of a path in `places.json`, instead of `path`. */
  at?: string
  /** `also`: two pictures, one with and one without this setting. */
  filled?: 'also' | true
  before?: readonly Step[]
  steps?: readonly Step[]
}

/** Reads all screens and animations. @param values replace `{name}` in the JSON files */
export function readScreens(values: Parameters<typeof readJson>[1]): { screens: Screen[]; motions: Motion[] } {
  const places = readJson('places.json', values) as Record<string, Place>
  const series = readJson('steps.json', values) as Record<string, Step[]>
  const read = (file: string) =>
    Object.entries(readJson(file, values) as Record<string, Entry>).flatMap(([name, { at, filled, before = [], steps = [], ...entry }]) => {
      if (at !== undefined && !places[at]) throw new Error(`${name}: ${at} is not a place`)
      const screen = {
        ...(at !== undefined && places[at]),
        ...entry,
        name,
        before: combineSteps(before, series),
        act: combineSteps(steps, series),
      }
      if (filled === undefined) return [screen]
      return filled === 'also' ? [screen, { ...screen, name: `${name}-filled`, filled: true }] : [{ ...screen, filled }]
    })
  const files = readdirSync(new URL('screens', import.meta.url)).map((file) => `screens/${file}`)
  return { screens: files.flatMap(read), motions: read('motions.json') as Motion[] }
}
