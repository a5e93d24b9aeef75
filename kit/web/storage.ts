import { useSyncExternalStore } from 'react'
import type { Language } from '#kit/contract/texts.ts'

interface Codec<T> {
  read: (stored: string) => T | undefined
  write: (value: T) => string
}

const text: Codec<string> = { read: (stored) => stored, write: (value) => value }
const flag: Codec<true> = { read: (stored) => (stored === 'true' ? true : undefined), write: String }
const whole: Codec<number> = {
  read: (stored) => (Number.isFinite(Number(stored)) ? Number(stored) : undefined),
  write: (value) => String(Math.round(value)),
}
const oneOf = <T extends string>(...values: T[]): Codec<T> => ({
  read: (stored) => values.find((value) => value === stored),
  write: (value) => value,
})
const json = <T extends object>(): Codec<T> => ({ read: (stored) => JSON.parse(stored) as T, write: (value) => JSON.stringify(value) })

/**
 * Where a channel's page stood: px from the top, px from the left of each of its rows by series id and of the `bar`; and what is open in
 * the bar, `archive` and ids of groups with blanks between.
 */
export interface PagePosition {
  top: number
  rows?: Record<string, number>
  open?: string
}

/**
 * Everything the web keeps in this browser: the cookie policy lists exactly these. Names are part of the product: other versions of it
 * read them.
 */
const keys = {
  access_token: text,
  refresh_token: text,
  /** ms since 1970, by this device's clock. */
  access_token_expires_at: whole,
  lang: oneOf<Language>('en', 'nl'),
  theme: oneOf('dark-theme', 'light-theme'),
  /** The window is filled instead of framed. */
  fill_window: flag,
  /** `off`: a single letter or sign is no shortcut. */
  single_key_shortcuts: oneOf('off'),

  account_mode: oneOf('OWN', 'TEAM'),
  /** The team one acts for. */
  team_id: text,

  /** What one chose in the player: sound, speed, captions, and whose players may always be shown. */
  player: json<Record<string, unknown>>(),

  cookies: flag,
  canceled_enter_fields_modal: flag,
  hide_add_to_home_screen: flag,
  /** ms since 1970: not before. */
  add_to_home_screen_show_time: whole,
  /** A same-site path to go to after logging in. */
  redirected_from: text,

  /** What was copied or cut, for all tabs of this browser: `features/curation/web/clipboard/clip.ts`. */
  clipboard: json<object>(),
  hide_copy_in_heart_dimension_modal: flag,
  hide_add_to_playlist_modal: flag,

  globe_scroll_position: whole,
  heart_scroll_position: whole,
  'playlist-positions': json<Record<string, PagePosition>>(),

  /** The TV channel whose page was scrolled last, and how far. */
  tier_channel_id: text,
  tier_scroll_position: whole,
  /** The TV channel that programmes were looked at on last, and of each of their titles the one. */
  last_seen_channel_id: text,
  last_seen_channel_state: json<Record<string, string>>(),
} satisfies Record<string, { read: (stored: string) => unknown; write: (value: never) => string }>

/** The names of all of it. */
export const storedKeys: readonly string[] = Object.keys(keys)

type Key = keyof typeof keys
type Value<K extends Key> = (typeof keys)[K] extends Codec<infer T> ? T : never

const listeners = new Set<() => void>()
/** Parsed once for each stored text, so that a component that reads it gets the same object. */
const parsed = new Map<Key, { stored: string; value: unknown }>()

function get<K extends Key>(key: K): Value<K> | undefined {
  const stored = read(key)
  if (stored === null) return undefined
  const known = parsed.get(key)
  if (known?.stored === stored) return known.value as Value<K>
  const value = parse(key, stored)
  parsed.set(key, { stored, value })
  return value
}

/** Another version, another program or a person may have left anything there. */
function parse<K extends Key>(key: K, stored: string): Value<K> | undefined {
  try {
    return keys[key].read(stored) as Value<K> | undefined
  } catch {
    return undefined
  }
}

/** A browser may forbid storage: then nothing is remembered, and all else works. */
function read(key: Key): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(change: () => void): void {
  try {
    change()
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const storage = {
  get,
  set: <K extends Key>(key: K, value: Value<K>) =>
    write(() => localStorage.setItem(key, (keys[key].write as (value: Value<K>) => string)(value))),
  remove: (...names: Key[]) => write(() => names.forEach((name) => localStorage.removeItem(name))),
  /** Calls back when anything changes, here or in another tab. */
  subscribe,
}

/** What is stored under a key, followed as it changes here and in other tabs. */
export const useStored = <K extends Key>(key: K): Value<K> | undefined => useSyncExternalStore(subscribe, () => get(key))

/** Is somebody logged in? A guest has no token. */
export const useSignedIn = (): boolean => useStored('access_token') !== undefined
