import { createSandbox } from '#kit/server/sandbox/sandbox.ts'
import { spin, wait } from './sandbox-tasks.ts'

// A server that tests kill, with a child that is idle, and a child that is busy and ignores messages.
const sandbox = createSandbox({ entry: 'test/sandbox-child.ts', maxProcesses: 2, memoryMiB: 400, log: { warn: () => undefined } })
const ids = await Promise.all([sandbox.run(wait, 100, { by: 'ann' }), sandbox.run(wait, 100, { by: 'bob' })])
void sandbox.run(spin, undefined).catch(() => undefined)
setTimeout(() => process.send?.(ids), 200)
