/** What the database has of a guide, and what a guide was read to have: so that only the difference is handed over. */
import { randomInt } from 'node:crypto'
import type { KnownChannel } from './readings.ts'

/** Programmes of one guide; with more of them a table would take too much of the child's memory. */
const maxProgrammes = 3_000_000

/** A key is the channel's number and the start, which together fit the 53 bits of a number. */
const starts = 2 ** 36
const startOffset = starts / 2
const maxNumbers = 2 ** 17

/** Bytes of one programme as the server sends it: start and hash. */
const rowBytes = 16

type Seen = 'different' | 'unchanged' | 'doubled' | 'too_many'

/** A hash table with open addressing: 17 bytes a slot, and no object for any programme. */
export class KnownProgrammes {
  readonly #numbers = new Map<string, number>()
  readonly #channels: { name: string; firstStart: number }[] = []
  /** Chosen anew each time: nobody can write a guide of which all programmes fall on one slot. */
  readonly #factor = randomInt(2 ** 31) * 2 + 1
  #bits = 10
  #count = 0
  /** 0: nothing is in this slot. */
  #keys = new Float64Array(2 ** this.#bits)
  #hashes = new BigInt64Array(2 ** this.#bits)
  #isSeen = new Uint8Array(2 ** this.#bits)

  constructor(channels: readonly KnownChannel[]) {
    for (const { channel, rows } of channels) {
      const key = this.#firstKey(channel)
      const view = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
      for (let at = 0; key !== undefined && at < view.length && this.#count < maxProgrammes; at += rowBytes) {
        const slot = this.#slotOf(key + Number(view.readBigInt64BE(at)))
        this.#hashes[slot] = view.readBigInt64BE(at + 8)
      }
    }
  }

  /** Notes that the guide has it. @returns what it is compared with what is known */
  see(channel: string, start: number, hash: bigint): Seen {
    const first = this.#firstKey(channel)
    if (first === undefined) return 'too_many'
    const key = first + start
    const isKnown = this.#keys[this.#find(key)] !== 0
    if (!isKnown && this.#count >= maxProgrammes) return 'too_many'
    const slot = this.#slotOf(key)
    if (this.#isSeen[slot]) return 'doubled'
    this.#isSeen[slot] = 1
    const of = this.#channels[this.#numbers.get(channel)!]!
    if (start < of.firstStart) of.firstStart = start
    return isKnown && this.#hashes[slot] === hash ? 'unchanged' : 'different'
  }

  /** Those that the guide no longer names, from its first one of their channel on. Channels that it says nothing of keep theirs. */
  *gone(): Generator<{ channel: string; starts: number }> {
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const key = this.#keys[slot]!
      if (!key || this.#isSeen[slot]) continue
      const { name, firstStart } = this.#channels[Math.floor(key / starts)]!
      const start = (key % starts) - startOffset
      if (start >= firstStart) yield { channel: name, starts: start }
    }
  }

  /** The key of a channel's programme that starts at 0. */
  #firstKey(channel: string): number | undefined {
    let number = this.#numbers.get(channel)
    if (number === undefined) {
      number = this.#channels.length
      if (number >= maxNumbers) return undefined
      this.#numbers.set(channel, number)
      this.#channels.push({ name: channel, firstStart: Infinity })
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
