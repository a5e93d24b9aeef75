/** Sends a piece of a long task's result, in order. Awaiting it limits the work to the server's pace. */
export type Emit = (piece: unknown) => Promise<void>

/** Work on untrusted bytes outside the server's process. */
export interface SandboxTask<Payload, Result> {
  name: string
  /** Loaded only in the child. */
  load: () => Promise<(payload: Payload, emit: Emit) => Result | Promise<Result>>
  /** Milliseconds of CPU time, so that a busy machine refuses no task. */
  cpuMs: number
  /** Milliseconds of elapsed time, even on a busy machine. */
  timeoutMs: number
}

/** Defines a task; its input and output types are the types of the function that `load` returns. Both must be plain data. */
export const defineTask = <Payload, Result>(task: SandboxTask<Payload, Result>): SandboxTask<Payload, Result> => task

/** Any task, as seen by a child. */
export type AnyTask = SandboxTask<never, unknown>

/** A task, or an acknowledgement of a piece. */
export type ToChild = { task: string; payload: unknown } | { taken: true }

/** `loaded`: the code is loaded and the work begins. */
export type FromChild =
  | { kind: 'loaded' }
  | { kind: 'piece'; piece: unknown }
  | { kind: 'done'; result: unknown; residentBytes: number }
  | { kind: 'failed'; message: string; residentBytes: number }
