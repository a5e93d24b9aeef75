import { matchName } from '../rules.ts'
import { copyOf } from './copy-of.ts'
import { hashOf, programmeIdStart } from './xmltv-programme.ts'

const maxChannels = 50_000

export interface GuideChannel {
  readonly key: string
  /** How the ids of its programmes begin. */
  readonly programmeIdStart: string
  /** Of its programmes; seconds since 1970. */
  readonly starts: Set<number>
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
  readonly #byKey = new Map<string, GuideChannel>()

  constructor(sourceId: string) {
    this.#sourceId = sourceId
  }

  /** @returns undefined when there are too many */
  of(key: string): GuideChannel | undefined {
    let channel = this.#byKey.get(key)
    if (!channel && this.#byKey.size < maxChannels) {
      const idStart = programmeIdStart(this.#sourceId, key)
      channel = { key: copyOf(key), programmeIdStart: idStart, starts: new Set(), names: [], icon: null }
      this.#byKey.set(channel.key, channel)
    }
    return channel
  }

  keys(): string[] {
    return [...this.#byKey.keys()]
  }

  *rows(): Generator<GuideChannelRow> {
    for (const { key, names, icon } of this.#byKey.values()) {
      const content = { key, name: names[0] ?? key, match_names: [...new Set(names.map(matchName).filter(Boolean))], icon_url: icon }
      yield { ...content, hash: hashOf(JSON.stringify(content)).toString() }
    }
  }
}
