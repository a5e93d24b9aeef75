/** What the database has of a guide, and what a guide was read to have: so that only the difference is handed over. */
import { randomInt } from 'node:crypto'
import type { KnownChannel } from './readings.ts'
import { copyOf } from './simple-xml.ts'

/** Programmes of one guide; with more of them a table would take too much of the child's memory. */
const maxProgrammes = 3_000_000

/** A key is the channel's number and the start, which together fit the 53 bits of a number. */
const starts = 2 ** 36
const startOffset = starts / 2
const maxNumbers = 2 ** 17

/** Bytes of one programme as the server sends it: start and hash. */
const rowBytes = 16

type Seen = 'new' | 'changed' | 'unchanged' | 'doubled' | 'too_many'

/** A hash table with open addressing: 17 bytes a slot, and no object for any programme. */
export class KnownProgrammes {
  readonly #numbers = new Map<string, number>()
  readonly #channels: { id: number | undefined; isEmpty: boolean; firstStart: number }[] = []
  /** Chosen anew each time: nobody can write a guide of which all programmes fall on one slot. */
  readonly #factor = randomInt(2 ** 31) * 2 + 1
  #bits = 10
  #count = 0
  /** 0: nothing is in this slot. */
  #keys = new Float64Array(2 ** this.#bits)
  #hashes = new BigInt64Array(2 ** this.#bits)
  #isSeen = new Uint8Array(2 ** this.#bits)
  /** The database had none before. */
  readonly hasNone: boolean

  constructor(channels: readonly KnownChannel[]) {
    for (const { id, channel, rows } of channels) {
      const key = this.#firstKey(channel, id, !rows.length)
      const view = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
      for (let at = 0; key !== undefined && at < view.length && this.#count < maxProgrammes; at += rowBytes) {
        const slot = this.#slotOf(key + Number(view.readBigInt64BE(at)))
        this.#hashes[slot] = view.readBigInt64BE(at + 8)
      }
    }
    this.hasNone = this.#count === 0
  }

  /** Notes that the guide has it. @returns what it is compared with what is known */
  see(channel: string, start: number, hash: bigint): Seen {
    const first = this.#firstKey(channel)
    if (first === undefined) return 'too_many'
    const key = first + start
    const found = this.#find(key)
    const isKnown = this.#keys[found] !== 0
    if (!isKnown && this.#count >= maxProgrammes) return 'too_many'
    const slot = isKnown ? found : this.#slotOf(key)
    if (this.#isSeen[slot]) return 'doubled'
    this.#isSeen[slot] = 1
    const of = this.#channels[this.#numbers.get(channel)!]!
    if (start < of.firstStart) of.firstStart = start
    return !isKnown ? 'new' : this.#hashes[slot] === hash ? 'unchanged' : 'changed'
  }

  /** Is it known from before, or was it noted? */
  has(channel: string, start: number): boolean {
    const number = this.#numbers.get(channel)
    return number !== undefined && this.#keys[this.#find(number * starts + startOffset + start)] !== 0
  }

  /** Notes that the guide has it, if it is known with this hash and was not noted before. */
  seeUnchanged(channel: string, start: number, hash: bigint): boolean {
    const slot = this.#find(this.#firstKey(channel)! + start)
    if (this.#isSeen[slot] || this.#hashes[slot] !== hash) return false
    return this.see(channel, start, hash) === 'unchanged'
  }

  /** The database's id of a channel; undefined: it has none of this name. */
  idOf(channel: string): number | undefined {
    return this.#channels[this.#numbers.get(channel) ?? -1]?.id
  }

  /** Was nothing known of a channel? */
  isEmpty(channel: string): boolean {
    return this.#channels[this.#numbers.get(channel) ?? -1]?.isEmpty ?? true
  }

  /** Those that the guide no longer names, from its first one of their channel on. Channels that it says nothing of keep theirs. */
  *gone(): Generator<{ channel: number; starts: number }> {
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const key = this.#keys[slot]!
      if (!key || this.#isSeen[slot]) continue
      const { id, firstStart } = this.#channels[Math.floor(key / starts)]!
      const start = (key % starts) - startOffset
      if (start >= firstStart) yield { channel: id!, starts: start }
    }
  }

  /** The first start that the guide has on each of these channels, by their ids; 0 on new ones. */
  firstStarts(ids: readonly number[]): number[] {
    const byId = new Map(this.#channels.map(({ id, firstStart }) => [id, firstStart]))
    return ids.map((id) => byId.get(id) ?? 0)
  }

  /** Ids of channels that were known and that the guide does not name. */
  unnamed(isNamed: (channel: string) => boolean): number[] {
    return [...this.#numbers].flatMap(([channel, number]) => (isNamed(channel) ? [] : (this.#channels[number]!.id ?? [])))
  }

  /** The key of a channel's programme that starts at 0. */
  #firstKey(channel: string, id?: number, isEmpty = true): number | undefined {
    let number = this.#numbers.get(channel)
    if (number === undefined) {
      number = this.#channels.length
      if (number >= maxNumbers) return undefined
      this.#numbers.set(copyOf(channel), number)
      this.#channels.push({ id, isEmpty, firstStart: Infinity })
    }
    return number * starts + startOffset
  }

  /** Where a key is, or has been put. */
  #slotOf(key: number): number {
    const slot = this.#find(key)
    if (this.#keys[slot]) return slot
    this.#keys[slot] = key
    this.#count++
    if (this.#count <= 0.7 * this.#keys.length) return slot
    this.#grow()
    return this.#find(key)
  }

  #find(key: number): number {
    const mixed = Math.imul(Math.imul(key % 2 ** 32, this.#factor) ^ (key / 2 ** 32), this.#factor)
    let slot = (mixed ^ (mixed >>> 15)) & (this.#keys.length - 1)
    while (this.#keys[slot] && this.#keys[slot] !== key) slot = (slot + 1) & (this.#keys.length - 1)
    return slot
  }

  #grow(): void {
    const [keys, hashes, isSeen] = [this.#keys, this.#hashes, this.#isSeen]
    const size = 2 ** ++this.#bits
    this.#keys = new Float64Array(size)
    this.#hashes = new BigInt64Array(size)
    this.#isSeen = new Uint8Array(size)
    keys.forEach((key, before) => {
      if (!key) return
      const slot = this.#find(key)
      this.#keys[slot] = key
      this.#hashes[slot] = hashes[before]!
      this.#isSeen[slot] = isSeen[before]!
    })
  }
}
