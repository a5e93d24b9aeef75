import type { PictureName } from '../types.ts'
import type { ClipName } from './clips.ts'

/** In both languages of the product. */
export interface Both {
  en: string
  nl: string
}

/** What is on again and again under one name. */
export interface DemoShow {
  title: Both
  about: Both
  category: Both
  /** What one sees of it. */
  clip: ClipName
  picture?: PictureName
  /** Its parts are numbered, one more each day. */
  isSeries?: true
}

/** `06:00` to `29:55`: by the clock of Brussels in winter, where 25:30 is half past one at night. */
export type DemoTime = `${number}:${number}`

/** Something that can be seen at any time; its names are the same in both languages. */
export interface DemoItem {
  title: string
  group: string
  /** Below `/media/demo/`. */
  file: string
  picture: PictureName
}

export interface DemoChannel {
  /** In addresses and as `tvg-id`. */
  key: string
  number: number
  name: string
  /** On its logo. */
  short: string
  /** Colours of its logo: ground and letters. */
  colours: readonly [string, string]
  group: Both
  kind?: 'radio'
  adult?: true
  /** Ids of `country`. */
  blockedCountries?: readonly number[]
  /** What its server wants to be told by whoever plays it; browsers can't. */
  userAgent?: string
  /** Sent by DASH, with two voices to choose from. */
  isSpokenTwice?: true
  /** What it has on demand. */
  onDemand?: readonly DemoItem[]
  shows: Readonly<Record<string, DemoShow>>
  /** From 06:00 to 06:00, in order: the start of each, and a key of `shows`. */
  day: readonly (readonly [DemoTime, string])[]
}
