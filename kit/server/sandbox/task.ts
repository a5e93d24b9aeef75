/**
 * Hands over a part of what a long piece of work makes, in order. Whoever waits for it before going on makes no more than the server
 * takes.
 */
export type Emit = (piece: unknown) => Promise<void>

/** What is done with foreign bytes outside the server's process. */
export interface SandboxTask<Payload, Result> {
  name: string
  /** Loaded in the child alone: the server never needs it. */
  load: () => Promise<(payload: Payload, emit: Emit) => Result | Promise<Result>>
  /** Milliseconds of processor time for one piece of work, so that a busy machine refuses nobody. */
  cpuMs: number
  /** Milliseconds from its begin to its end, however busy the machine is. */
  timeoutMs: number
}

/** Names a task; the types of what goes in and comes out are those of the function that `load` gives. Both have to be plain data. */
export const defineTask = <Payload, Result>(task: SandboxTask<Payload, Result>): SandboxTask<Payload, Result> => task

/** Any task, as far as a child needs to know. */
export type AnyTask = SandboxTask<never, unknown>

/** Work; or that a piece was taken. */
export type ToChild = { task: string; payload: unknown } | { taken: true }

/** `loaded`: its code is there and the work begins. */
export type FromChild =
  | { kind: 'loaded' }
  | { kind: 'piece'; piece: unknown }
  | { kind: 'done'; result: unknown; residentBytes: number }
  | { kind: 'failed'; message: string; residentBytes: number }
