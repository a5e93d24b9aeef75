import { matchName } from '../rules.ts'
import { copySubstring } from './copy-substring.ts'
import { hash64, programmeIdStart } from './xmltv-programme.ts'

const maxChannels = 50_000

/** Hashes of stored programmes by channel: JSON of pairs of a start, in seconds since 1970, and a hash. */
export type StoredProgrammes = Map<string, string>

export interface GuideChannel {
  readonly key: string
  /** The beginning of the ids of the channel's programmes. */
  readonly programmeIdStart: string
  /** Programmes by start, in seconds since 1970: the hash of the stored programme, or 'read' once the guide has contained it. */
  readonly programmes: Map<number, number | 'read'>
  /** Start of the channel's first programme in the guide. */
  first: number
  names: string[]
  icon: string | null
}

/** A channel of a guide, as written to the database. */
interface GuideChannelRow {
  key: string
  name: string
  match_names: string[]
  icon_url: string | null
  hash: string
  first: number | null
}

/** The channels of a guide, in its order. */
export class GuideChannels {
  readonly #sourceId: string
  readonly #stored: StoredProgrammes
  readonly #byKey = new Map<string, GuideChannel>()

  constructor(sourceId: string, storedProgrammes: StoredProgrammes) {
    this.#sourceId = sourceId
    this.#stored = storedProgrammes
  }

  /** Returns the channel with this key, which is added if it is new. Undefined if there are too many channels. */
  find(key: string): GuideChannel | undefined {
    return this.#byKey.get(key) ?? this.#add(copySubstring(key))
  }

  #add(key: string): GuideChannel | undefined {
    if (this.#byKey.size >= maxChannels) return undefined
    const programmes = new Map(JSON.parse(this.#stored.get(key) ?? '[]') as [number, number][])
    this.#stored.delete(key)
    const channel = { key, programmeIdStart: programmeIdStart(this.#sourceId, key), programmes, first: Infinity, names: [], icon: null }
    this.#byKey.set(key, channel)
    return channel
  }

  /**
   * Yields stored programmes that the guide no longer contains. For each channel, considers only times from its first programme in the
   * guide on. A channel without programmes in the guide keeps its stored programmes.
   */
  *gone(): Generator<{ key: string; start: number }> {
    for (const { key, programmes, first } of this.#byKey.values())
      for (const [start, state] of programmes) if (state !== 'read' && start >= first) yield { key, start }
  }

  *rows(): Generator<GuideChannelRow> {
    for (const { key, names, icon, first } of this.#byKey.values()) {
      const content = { key, name: names[0] ?? key, match_names: [...new Set(names.map(matchName).filter(Boolean))], icon_url: icon }
      yield { ...content, hash: hash64(JSON.stringify(content)).toString(), first: Number.isFinite(first) ? first : null }
    }
  }
}
