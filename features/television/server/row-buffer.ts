/** Values one after the other in PostgreSQL's binary format, each with its length before it. */
import { epochSeconds } from './programme-format.ts'

/** UTF-8 takes no more for a character of JavaScript. */
const bytesPerCharacter = 3
/** Texts so short are written faster without a call. */
const shortLength = 24
const textOid = 25

/** Room has to be there before values are written: see {@link RowBuffer.reserve}. */
export class RowBuffer {
  #bytes: Buffer
  #view: DataView
  length = 0

  constructor(size: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(size))
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** For so many values that have so many characters together. */
  reserve(values: number, characters: number): void {
    const needed = this.length + 32 * values + bytesPerCharacter * characters
    if (needed <= this.#bytes.length) return
    const before = this.written()
    this.#bytes = Buffer.from(new ArrayBuffer(2 * needed))
    this.#view = new DataView(this.#bytes.buffer)
    this.#bytes.set(before)
  }

  written(from = 0, to = this.length): Buffer {
    return this.#bytes.subarray(from, to)
  }

  append(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  columns(count: number): void {
    this.#view.setInt16(this.length, count)
    this.length += 2
  }

  none(): void {
    this.#view.setInt32(this.length, -1)
    this.length += 4
  }

  boolean(value: boolean): void {
    this.#view.setInt32(this.length, 1)
    this.#bytes[this.length + 4] = value ? 1 : 0
    this.length += 5
  }

  int2(value: number | null): void {
    if (value === null) return this.none()
    this.#view.setInt32(this.length, 2)
    this.#view.setInt16(this.length + 4, value)
    this.length += 6
  }

  int4(value: number | null): void {
    if (value === null) return this.none()
    this.#view.setInt32(this.length, 4)
    this.#view.setInt32(this.length + 4, value)
    this.length += 8
  }

  int8(value: bigint): void {
    this.#view.setInt32(this.length, 8)
    this.#view.setBigInt64(this.length + 4, value)
    this.length += 12
  }

  /** @param seconds since 1970 */
  time(seconds: number | null): void {
    if (seconds === null) return this.none()
    this.#view.setInt32(this.length, 8)
    this.setTime(this.length + 4, seconds)
    this.length += 12
  }

  text(value: string | null): void {
    if (value === null) return this.none()
    const length = this.#put(value, this.length + 4)
    this.#view.setInt32(this.length, length)
    this.length += 4 + length
  }

  /** As `jsonb` takes it: a byte for the version of its format, and the text. */
  json(text: string | null): void {
    if (text === null) return this.none()
    const length = 1 + this.#put(text, this.length + 5)
    this.#view.setInt32(this.length, length)
    this.#bytes[this.length + 4] = 1
    this.length += 4 + length
  }

  /** As `text[]` takes it: dimensions, whether any is null, of what type they are, how many, from which number on. */
  texts(values: readonly string[]): void {
    const begin = this.length
    const head = values.length ? [1, 0, textOid, values.length, 1] : [0, 0, textOid]
    head.forEach((value, at) => this.#view.setInt32(begin + 4 + 4 * at, value))
    this.length += 4 + 4 * head.length
    for (const value of values) this.text(value)
    this.#view.setInt32(begin, this.length - begin - 4)
  }

  setInt4(at: number, value: number): void {
    this.#view.setInt32(at, value)
  }

  /** Microseconds, as the database counts them, in two halves: they are more than the bits of an operation on numbers. */
  setTime(at: number, seconds: number): void {
    const micros = (seconds - epochSeconds) * 1e6
    const high = Math.floor(micros / 2 ** 32)
    this.#view.setInt32(at, high)
    this.#view.setUint32(at + 4, micros - high * 2 ** 32)
  }

  /** @returns how many bytes it takes */
  #put(value: string, at: number): number {
    if (value.length > shortLength) return this.#bytes.write(value, at)
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index)
      if (code > 127) return this.#bytes.write(value, at)
      this.#bytes[at + index] = code
    }
    return value.length
  }
}
