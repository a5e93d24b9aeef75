import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node'

/**
 * A worker of the web project. Its files share React, so a file that fails may leave React broken for the next one: a test that times out
 * inside `act()` leaves the act scope open, and nothing renders any more. Vitest then stops the worker and starts a new one.
 */
class PageWorker extends ForksPoolWorker {
  override readonly name = 'page'
  readonly #project: PoolOptions['project']
  #files: string[] = []

  constructor(options: PoolOptions) {
    super(options)
    this.#project = options.project
  }

  override send(message: WorkerRequest): void {
    if (message.type === 'run') this.#files = message.context.files.map(({ filepath }) => filepath)
    super.send(message)
  }

  canReuse(): boolean {
    const { state } = this.#project.vitest
    return state.getFiles(this.#files).every(({ projectName, result }) => projectName !== this.#project.name || result?.state !== 'fail')
  }
}

export const pageWorkers = { name: 'page', createPoolWorker: (options: PoolOptions) => new PageWorker(options) }
