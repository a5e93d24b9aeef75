export interface LockHolder {
  pid: number
  /** ISO 8601, UTC; unknown of a lock that a former release left. */
  since?: string
}

export interface ProcessLock {
  /** Also done when the process ends by itself. */
  release(): void
}

export interface LockOptions {
  /** A living process holds it; throw to give up, else it is waited for. Called once for each holder. */
  onHeld: (holder: LockHolder) => void
  /** The holder may be alive in another container or on another machine: its lock is watched for `staleMs`. */
  onUnsure: (holder: LockHolder) => void
  /** Milliseconds after which a lock that nobody touches any more is taken over. Default: 10,000. */
  staleMs?: number
}

/**
 * Takes the lock at `path`, at most one process at a time: by a file that tells its holder's number and start, and is touched every
 * 2 s. A lock whose holder was killed, or whose number is another process's by now, is taken over.
 */
export function takeLock(path: string, options: LockOptions): Promise<ProcessLock>
