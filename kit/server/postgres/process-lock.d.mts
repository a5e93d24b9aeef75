export interface LockHolder {
  pid: number
  /** ISO 8601, UTC; undefined for a lock of an earlier release. */
  since?: string
}

export interface ProcessLock {
  /** Also called when the process exits. */
  release(): void
}

export interface LockOptions {
  /** Called once per holder that is a living process; throw to give up, else the lock is awaited. */
  onHeld: (holder: LockHolder) => void
  /** Called if the holder may be alive in another container or on another machine; its lock is then watched for `staleMs`. */
  onUnsure: (holder: LockHolder) => void
  /** Milliseconds after which a lock without heartbeats is taken over. Default: 10,000. */
  staleMs?: number
}

/**
 * Takes the lock at `path`, held by at most one process. The file contains its holder's process id and start time, and is touched every 2
 * s. A lock is taken over if its holder was killed, or if its id belongs to another process.
 */
export function takeLock(path: string, options: LockOptions): Promise<ProcessLock>
