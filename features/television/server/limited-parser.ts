import { SaxesParser } from 'saxes'

/** Characters without a sign of markup: longer than any text of a guide. */
const maxLength = 4 * 1024 * 1024

/**
 * A parser that holds no more of one attribute, comment or text than a guide ever has, nor of the attributes of one element. At what is
 * longer it ends, and says where.
 */
export class LimitedParser extends SaxesParser {
  #length = 0
  #isOver = false

  /** @param chunk null at the end */
  override write(chunk: string | null): this {
    if (this.#isOver) return this
    if (chunk === null) return super.write(chunk)
    const first = chunk.search(/[<>]/)
    const last = Math.max(chunk.lastIndexOf('<'), chunk.lastIndexOf('>'))
    const before = this.#length + (first < 0 ? chunk.length : first)
    this.#length = last < 0 ? before : chunk.length - last
    if (before <= maxLength && this.#length <= maxLength) return super.write(chunk)
    this.#isOver = true
    this.fail('longer than 4 MiB, so nothing after it is read')
    return this
  }
}
