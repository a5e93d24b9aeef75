/** Rows of programmes as COPY takes them, piece by piece, with the ends that they have among one another. */
import type { Ask, Emit } from '#kit/server/sandbox/task.ts'
import type { GuideChannel } from './guide-channels.ts'
import type { KnownProgrammes } from './known-programmes.ts'
import type { ImportProblem } from './problems.ts'
import { places, programmeColumns } from './programme-format.ts'
import type { ProgrammeKeys, ReadPiece } from './readings.ts'
import { RowBuffer } from './row-buffer.ts'
import { copyOf } from './simple-xml.ts'
import type { ReadProgramme } from './xmltv.ts'
import type { ProgrammeContent } from './xmltv-programme.ts'

const bytesEach = 512 * 1024
const keysEach = 5000
const titlesEach = 2000
/** Titles that are remembered, so as to be handed over once. */
const maxTitles = 50_000
const hourSeconds = 3600
/** Of a programme without an end: at most, and where none follows. `settleEnds` of queries/guide-writes.ts says the same. */
const longestSeconds = 12 * hourSeconds
const lastSeconds = hourSeconds

/** One that ends where the next one starts. */
interface Held {
  channel: GuideChannel
  start: number
  stop: number | null
  /** Where its row begins. */
  at: number
}

/** How far the rows of a channel are. */
interface Run {
  lastStart: number
  /** They did not come one after the other, or there are others between them: only the database can tell their ends. */
  isUnsettled: boolean
}

/** Of texts that are short: an id, a language, an episode, a rating. */
const shortTexts = 300

/** Characters of all its texts, at most. */
const charactersOf = ({ title, sub_title, description, categories, icon_url }: ProgrammeContent): number =>
  categories.reduce(
    (count, category) => count + category.length,
    shortTexts + title.length + (sub_title?.length ?? 0) + (description?.length ?? 0) + (icon_url?.length ?? 0),
  )

export class ProgrammeRows {
  readonly #emit: Emit
  readonly #ask: Ask
  readonly #known: KnownProgrammes
  readonly #runs = new Map<GuideChannel, Run>()
  /** Written at once: strings that wait are work for the garbage collector. */
  #rows = new RowBuffer(2 * bytesEach)
  /** Rows in which the ids of their channels are missing, by where they begin. */
  #missing: { channel: GuideChannel; at: number }[] = []
  #replaced: ProgrammeKeys = { channels: [], starts: [] }
  readonly #seenTitles = new Set<string>()
  #titles: string[] = []
  /** The last one, of which the end is still missing. */
  #held: Held | undefined

  constructor({ emit, ask, known }: { emit: Emit; ask: Ask; known: KnownProgrammes }) {
    this.#emit = emit
    this.#ask = ask
    this.#known = known
  }

  add(programme: ReadProgramme): void {
    const { channel, start, isKnown, content } = programme
    let run = this.#runs.get(channel)
    if (!run) this.#runs.set(channel, (run = { lastStart: start, isUnsettled: !this.#known.isEmpty(channel.key) }))
    else if (start < run.lastStart || this.#held?.channel !== channel) run.isUnsettled = true
    run.lastStart = start
    this.#release(channel, start)
    this.#held = { channel, start, stop: content.stops, at: this.#rows.length }
    if (channel.id === undefined) this.#missing.push({ channel, at: this.#rows.length })
    this.#write(programme)
    this.#noteTitle(content.title)
    if (!isKnown) return
    this.#replaced.channels.push(channel.id!)
    this.#replaced.starts.push(start)
  }

  get isFull(): boolean {
    return this.#rows.length >= bytesEach || this.#replaced.starts.length >= keysEach
  }

  /** @param withoutId channels that have to get their ids before */
  async flush(read: number, takeProblems: () => ImportProblem[], withoutId: () => GuideChannel[]): Promise<void> {
    if (this.#titles.length >= titlesEach) await this.flushTitles()
    if (!this.#wholeLength && !this.#replaced.starts.length) return
    if (this.#missing.length) {
      const channels = withoutId()
      if (channels.length) {
        const piece: ReadPiece = { kind: 'new_channels', keys: channels.map(({ key }) => key) }
        const ids = (await this.#ask(piece)) as readonly number[]
        channels.forEach((channel, at) => (channel.id = ids[at]))
      }
      for (const { channel, at } of this.#missing) this.#rows.setInt4(at + places.channel, channel.id!)
    }
    const piece: ReadPiece = { kind: 'programmes', rows: this.#take(), replaced: this.#replaced, read, problems: takeProblems() }
    this.#missing = []
    this.#replaced = { channels: [], starts: [] }
    await this.#emit(piece)
  }

  /** The last one of all. */
  end(): void {
    this.#release(undefined, 0)
  }

  async flushTitles(): Promise<void> {
    const piece: ReadPiece = { kind: 'titles', titles: this.#titles }
    this.#titles = []
    if (piece.titles.length) await this.#emit(piece)
  }

  #noteTitle(title: string): void {
    if (this.#seenTitles.has(title)) return
    if (this.#seenTitles.size >= maxTitles) this.#seenTitles.clear()
    const kept = copyOf(title)
    this.#seenTitles.add(kept)
    this.#titles.push(kept)
  }

  /** Channels of which the database has to find the ends. */
  unsettled = (): number[] => [...this.#runs].flatMap(([{ id }, { isUnsettled }]) => (isUnsettled ? id! : []))

  /** Bytes of rows that are whole: behind them is the one that is held. */
  get #wholeLength(): number {
    return this.#held?.at ?? this.#rows.length
  }

  /** Rows that are whole. The one that is held stays, and those that come stand behind it. */
  #take(): Buffer {
    const whole = this.#rows.written(0, this.#wholeLength)
    const rest = this.#rows.written(this.#wholeLength)
    this.#rows = new RowBuffer(Math.max(2 * bytesEach, rest.length))
    this.#rows.append(rest)
    if (this.#held) this.#held.at = 0
    return whole
  }

  /** What was held is whole now: this comes next. */
  #release(next: GuideChannel | undefined, start: number): void {
    if (!this.#held) return
    const { channel, start: from, stop, at } = this.#held
    const isFollowed = next === channel && start > from
    const longest = stop ?? from + (isFollowed ? longestSeconds : lastSeconds)
    this.#rows.setTime(at + places.stop, isFollowed ? Math.min(start, longest) : longest)
    this.#held = undefined
  }

  /** In the order of `programmeColumns`. */
  #write({ channel, start, id, hash, content: of }: ReadProgramme): void {
    const rows = this.#rows
    const translations = of.translations === null ? null : JSON.stringify(of.translations)
    rows.reserve(programmeColumns.length + of.categories.length, charactersOf(of) + (translations?.length ?? 0))
    rows.columns(programmeColumns.length)
    rows.int4(channel.id ?? 0)
    rows.time(start)
    // Where it ends is known when the next one is.
    rows.time(start)
    rows.text(id)
    rows.time(of.stops)
    rows.text(of.title)
    rows.text(of.sub_title)
    rows.text(of.description)
    rows.text(of.language)
    rows.json(translations)
    rows.texts(of.categories)
    rows.int2(of.season)
    rows.int4(of.episode)
    rows.text(of.episode_text)
    rows.text(of.icon_url)
    rows.text(of.rating)
    rows.int2(of.year)
    rows.boolean(of.is_new)
    rows.boolean(of.is_repeat)
    rows.int8(hash)
  }
}
