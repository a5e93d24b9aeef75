/** A statement that was aborted or never started, because its time was over or its caller had disconnected. */
export class StatementEndedError extends Error {
  override readonly name = 'StatementEndedError'
}

type Stop = (reason: StatementEndedError) => void

/**
 * The time budget that all statements of a request or job share. When it ends, all of them end. Only time spent waiting for the database
 * counts, not the time for a body, a password hash or an external page.
 */
export class StatementScope {
  readonly #budgetMs: number
  readonly #isRenewed: boolean
  #leftMs: number
  /** Time at which the current wait began; unused between waits. */
  #since = 0
  readonly #waiting: Stop[] = []
  #timer: NodeJS.Timeout | undefined
  #ended: string | undefined

  /** @param renewed gives each statement the whole budget, for work with many statements */
  constructor(budgetMs: number, { renewed = false } = {}) {
    this.#budgetMs = this.#leftMs = budgetMs
    this.#isRenewed = renewed
  }

  /** Starts a wait. @param stop called if the scope ends before {@link leave} @throws if it has already ended */
  enter(stop: Stop): void {
    if (this.#ended !== undefined) throw new StatementEndedError(this.#ended)
    if (!this.#waiting.length) {
      this.#since = performance.now()
      // A single timer is restarted for all statements, because creating timers costs more.
      this.#timer ??= this.#setTimer(this.#leftMs)
    }
    this.#waiting.push(stop)
  }

  leave(stop: Stop): void {
    const index = this.#waiting.indexOf(stop)
    if (index < 0) return
    this.#waiting.splice(index, 1)
    if (this.#waiting.length) return
    if (this.#isRenewed) this.#leftMs = this.#budgetMs
    else this.#leftMs -= performance.now() - this.#since
  }

  /**
   * Resolves with the result of `begin`, whose time counts.
   * @param onEnd called if the scope ends first
   * @throws StatementEndedError if the scope ends first; an ended scope starts nothing
   */
  wait<T>(begin: () => Promise<T>, onEnd?: (reason: StatementEndedError) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = (reason: StatementEndedError) => {
        onEnd?.(reason)
        reject(reason)
      }
      // Ends this wait before the promise settles, so that the next statement of a renewed scope has its own time.
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

  /** Ends all waits and refuses later waits. @param why for the log */
  end(why: string): void {
    if (this.#ended !== undefined) return
    this.#ended = why
    clearTimeout(this.#timer)
    if (!this.#waiting.length) return
    const reason = new StatementEndedError(why)
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
