import { useSyncExternalStore } from 'react'
import type { Language } from '#kit/contract/texts.ts'
import type { SeeAsViewer } from '#kit/contract/see-as-viewers.ts'

interface Codec<T> {
  read: (text: string) => T | undefined
  write: (value: T) => string
}

const text: Codec<string> = { read: (text) => text, write: (value) => value }
const flag: Codec<true> = { read: (text) => (text === 'true' ? true : undefined), write: String }
const integer: Codec<number> = {
  read: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
  write: (value) => String(Math.round(value)),
}
const oneOf = <T extends string>(...values: T[]): Codec<T> => ({
  read: (text) => values.find((value) => value === text),
  write: (value) => value,
})
const json = <T extends object>(): Codec<T> => ({ read: (text) => JSON.parse(text) as T, write: (value) => JSON.stringify(value) })

/**
 * Scroll positions of a channel page in px: of the page, and of each row by series id or `bar`. Also the expanded parts of the bar:
 * `archive` and group ids, separated by spaces.
 */
export interface PagePosition {
  top: number
  rows?: Record<string, number>
  open?: string
}

/** A call that waits for a connection. */
export interface StoredCall {
  /** The call's `op_id`. */
  id: string
  /** The tab that made the call. */
  tab: string
  /** The team that the call acts for. */
  team?: string
  path: string
  input: object
  /** Describes the call to the user. */
  text: string
  /** Unix time in ms. */
  at: number
  /** The reason why the server refused the call. */
  refused?: string
}

/**
 * All data stored in this browser. The cookie policy lists exactly these. The names must not change, because other versions of the product
 * read them.
 */
const keys = {
  /** The user whom the tokens belong to. */
  user_id: text,
  access_token: text,
  refresh_token: text,
  /** Unix time in ms, by this device's clock. */
  access_token_expires_at: integer,
  lang: oneOf<Language>('en', 'nl'),
  theme: oneOf('dark-theme', 'light-theme'),
  /** Whether content fills the window, instead of a frame with margins. */
  fill_window: flag,
  /** `off` disables single-key shortcuts. */
  single_key_shortcuts: oneOf('off'),

  account_mode: oneOf('OWN', 'TEAM'),
  /** Id of the team the user acts for. */
  team_id: text,

  /** The kind of viewer that an operator sees the site as. */
  see_as: text as Codec<SeeAsViewer>,

  /** Player settings: volume, speed, subtitles, and accepted providers. */
  player: json<Record<string, unknown>>(),

  cookies: flag,
  canceled_enter_fields_modal: flag,
  hide_add_to_home_screen: flag,
  /** Id of the dismissed notice above pages, written by `web/notice.js`. */
  dismissed_notice: text,
  /** Time before which the banner isn't shown again, in Unix ms. */
  add_to_home_screen_show_time: integer,
  /** Same-site path to open after login. */
  redirected_from: text,

  /**
   * Moves that wait for a connection, and refused moves: each has its own key `waiting_moves.{id}` (`stored-calls.ts`).
   * Former versions stored a list here.
   */
  waiting_moves: json<readonly StoredCall[]>(),

  /** The clipboard, shared by all tabs: `features/arranging/web/clipboard/clip.ts`. */
  clipboard: json<object>(),
  hide_copy_in_heart_dimension_modal: flag,
  hide_add_to_playlist_modal: flag,

  globe_scroll_position: integer,
  heart_scroll_position: integer,
  'playlist-positions': json<Record<string, PagePosition>>(),

  /** The TV channel page last scrolled, and its position. */
  tier_channel_id: text,
  tier_scroll_position: integer,
  /** The TV channel whose programmes were last viewed, and the chosen programme per title. */
  last_seen_channel_id: text,
  last_seen_channel_state: json<Record<string, string>>(),
} satisfies Record<string, { read: (text: string) => unknown; write: (value: never) => string }>

/** Names of all stored values. */
export const storedKeys: readonly string[] = Object.keys(keys)

type Key = keyof typeof keys
type Value<K extends Key> = (typeof keys)[K] extends Codec<infer T> ? T : never

const listeners = new Set<() => void>()
/** Parses each stored text once, so that components get the same object. */
const parsed = new Map<Key, { text: string; value: unknown }>()

function getValue<K extends Key>(key: K): Value<K> | undefined {
  const text = readText(key)
  if (text === null) return undefined
  const cached = parsed.get(key)
  if (cached?.text === text) return cached.value as Value<K>
  const value = parseValue(key, text)
  parsed.set(key, { text, value })
  return value
}

/** Validates the text, because other versions, programs or users may have written it. */
function parseValue<K extends Key>(key: K, text: string): Value<K> | undefined {
  try {
    return keys[key].read(text) as Value<K> | undefined
  } catch {
    return undefined
  }
}

/** Reads a stored text. If storage is blocked, values are lost and everything else works. */
function readText(key: Key): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function runWrite(change: () => void): void {
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
  get: getValue,
  set: <K extends Key>(key: K, value: Value<K>) =>
    runWrite(() => localStorage.setItem(key, (keys[key].write as (value: Value<K>) => string)(value))),
  /** Also removes keys below a name, such as `waiting_moves.{id}`. */
  remove: (...names: Key[]) =>
    runWrite(() => Object.keys(localStorage).forEach((key) => names.includes(key.split('.')[0] as Key) && localStorage.removeItem(key))),
  /** Calls back on changes, here or in another tab. */
  subscribe,
}

/** A stored value, updated on changes here and in other tabs. */
export const useStored = <K extends Key>(key: K): Value<K> | undefined => useSyncExternalStore(subscribe, () => getValue(key))

/** Whether a user is logged in. Guests have no token; operators may see the site as a guest. */
export const isSignedIn = (): boolean => getValue('access_token') !== undefined && getValue('see_as') !== 'guest'
export const useSignedIn = (): boolean => useSyncExternalStore(subscribe, isSignedIn)
