/** Parts a guide into programmes as it comes, so that those whose text is known need not be parsed. */

const end = '</programme>'
/** Characters of a programme; what is longer goes to the parser as it comes. */
const maxLength = 1024 * 1024
const space = /[^ \t\r\n]/g

export interface ProgrammeTextTakers {
  /** The text of one programme, it seems, that begins where one may. @returns whether nothing of it is left open, and another may begin */
  onProgramme: (text: string) => boolean
  /** Any other text. @returns whether a programme may begin after it */
  onOther: (text: string) => boolean
  /** Lines that are passed over: nothing but space. */
  onLines: (count: number) => void
}

export class ProgrammeTexts {
  readonly #takers: ProgrammeTextTakers
  #pending = ''
  /** A programme may begin here. */
  #isBetween = false

  constructor(takers: ProgrammeTextTakers) {
    this.#takers = takers
  }

  write(text: string): void {
    if (!this.#pending) return this.#take(text)
    // With what waits for its end only that is joined: to join all would copy it.
    const found = text.indexOf(end)
    const to = found < 0 ? text.length : found + end.length
    this.#take(this.#pending + text.slice(0, to))
    this.#take(this.#pending + text.slice(to))
  }

  /** @param all with what waited before */
  #take(all: string): void {
    let at = 0
    for (;;) {
      const next = this.#isBetween ? this.#takeProgramme(all, at) : this.#takeOther(all, at)
      if (next === undefined) break
      at = next
    }
    this.#pending = all.slice(at)
    if (this.#pending.length > maxLength) this.end()
  }

  /** Gives away what waits for its end. */
  end(): void {
    if (this.#pending) this.#takers.onOther(this.#pending)
    this.#pending = ''
    this.#isBetween = false
  }

  /** Up to the end of the next programme, wherever it began. @returns where it goes on; undefined: with what comes */
  #takeOther(all: string, at: number): number | undefined {
    const found = all.indexOf(end, at)
    if (found >= 0) {
      this.#isBetween = this.#takers.onOther(all.slice(at, found + end.length))
      return found + end.length
    }
    // Its last characters may be the beginning of an end.
    const to = all.length - end.length + 1
    if (to <= at) return undefined
    this.#takers.onOther(all.slice(at, to))
    return to
  }

  #takeProgramme(all: string, at: number): number | undefined {
    space.lastIndex = at
    const begin = space.exec(all)?.index ?? all.length
    if (begin > at) {
      this.#takers.onLines(linesIn(all.slice(at, begin)))
      return begin
    }
    if (all.length - at < '<programme '.length) return undefined
    if (!all.startsWith('<programme', at)) {
      this.#isBetween = false
      return at
    }
    const found = all.indexOf(end, at)
    if (found < 0) return undefined
    this.#isBetween = this.#takers.onProgramme(all.slice(at, found + end.length))
    return found + end.length
  }
}

/** Ends of lines in a text. */
export function linesIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
