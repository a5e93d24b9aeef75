import { matchName } from '../rules.ts'
import type { KnownProgrammes } from './known-programmes.ts'
import { copyOf } from './simple-xml.ts'
import { hashOf, programmeIdStart } from './xmltv-programme.ts'

const maxChannels = 50_000

export interface GuideChannel {
  readonly key: string
  /** The database's; undefined: it has to get one. */
  id: number | undefined
  /** How the ids of its programmes begin. */
  readonly programmeIdStart: string
  names: string[]
  icon: string | null
}

/** A channel of a guide, as it is written to the database. */
interface GuideChannelRow {
  key: string
  name: string
  match_names: string[]
  icon_url: string | null
  hash: string
}

/** The channels that a guide names, in its order. */
export class GuideChannels {
  readonly #sourceId: string
  readonly #known: KnownProgrammes
  readonly #byKey = new Map<string, GuideChannel>()

  constructor(sourceId: string, known: KnownProgrammes) {
    this.#sourceId = sourceId
    this.#known = known
  }

  /** @returns undefined when there are too many */
  of(key: string): GuideChannel | undefined {
    let channel = this.#byKey.get(key)
    if (!channel && this.#byKey.size < maxChannels) {
      const idStart = programmeIdStart(this.#sourceId, key)
      channel = { key: copyOf(key), id: this.#known.idOf(key), programmeIdStart: idStart, names: [], icon: null }
      this.#byKey.set(channel.key, channel)
    }
    return channel
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  *rows(): Generator<GuideChannelRow> {
    for (const { key, names, icon } of this.#byKey.values()) {
      const content = { key, name: names[0] ?? key, match_names: [...new Set(names.map(matchName).filter(Boolean))], icon_url: icon }
      yield { ...content, hash: hashOf(JSON.stringify(content)).toString() }
    }
  }

  withoutId = (): GuideChannel[] => [...this.#byKey.values()].filter(({ id }) => id === undefined)
}
