import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node'

/**
 * A worker of the web project. Its files share React, which a failed file may leave broken: after a timeout inside of `act()`, nothing
 * renders any more. Vitest then stops this worker and starts a new one.
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
