/** A statement that was ended before its time, or never began: its time was over, or nobody waits for it any more. */
export class StatementEnded extends Error {
  override readonly name = 'StatementEnded'
}

type Stop = (reason: StatementEnded) => void

/**
 * The time that all statements of one piece of work have together, and their common end. Only time in which something waits for
 * the database counts: a request may take longer over a body, a password or a foreign page.
 */
export class StatementScope {
  readonly #budgetMs: number
  readonly #isRenewed: boolean
  #leftMs: number
  /** When something began to wait; meaningless while nothing does. */
  #since = 0
  readonly #waiting: Stop[] = []
  #timer: NodeJS.Timeout | undefined
  #ended: string | undefined

  /** @param renewed each statement has the whole budget, for work that may have many of them */
  constructor(budgetMs: number, { renewed = false } = {}) {
    this.#budgetMs = this.#leftMs = budgetMs
    this.#isRenewed = renewed
  }

  /** From now on something waits. @param stop is called if the scope ends before {@link leave} @throws when it has ended already */
  enter(stop: Stop): void {
    if (this.#ended !== undefined) throw new StatementEnded(this.#ended)
    if (!this.#waiting.length) {
      this.#since = performance.now()
      // One timer serves many statements: where it comes too early, it is set again.
      this.#timer ??= this.#setTimer(this.#leftMs)
    }
    this.#waiting.push(stop)
  }

  leave(stop: Stop): void {
    const at = this.#waiting.indexOf(stop)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    if (this.#waiting.length) return
    if (this.#isRenewed) this.#leftMs = this.#budgetMs
    else this.#leftMs -= performance.now() - this.#since
  }

  /**
   * Resolves with the result of what `begin` starts, whose time counts.
   * @param onEnd called when the scope ends before that
   * @throws StatementEnded when the scope ends first; an ended scope begins nothing
   */
  wait<T>(begin: () => Promise<T>, onEnd?: (reason: StatementEnded) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = (reason: StatementEnded) => {
        onEnd?.(reason)
        reject(reason)
      }
      // Leaves first: what is asked next has its own time in a renewed scope.
      const leaving =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          this.leave(stop)
          settle(value)
        }
      this.enter(stop)
      void begin().then(leaving(resolve), leaving(reject))
    })
  }

  /** Ends what waits and refuses what comes later. @param why for the log */
  end(why: string): void {
    if (this.#ended !== undefined) return
    this.#ended = why
    clearTimeout(this.#timer)
    if (!this.#waiting.length) return
    const reason = new StatementEnded(why)
    for (const stop of this.#waiting.splice(0)) stop(reason)
  }

  #setTimer(ms: number) {
    return setTimeout(() => {
      this.#timer = undefined
      if (!this.#waiting.length) return
      const leftMs = this.#leftMs - (performance.now() - this.#since)
      if (leftMs > 1) this.#timer = this.#setTimer(leftMs)
      else this.end(`the database took longer than ${this.#budgetMs} ms`)
    }, ms).unref()
  }
}
