import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { whileHeapMayGrow } from '#kit/server/heap-growth.ts'

// Passes buffers on as an import does, three times, and tells of how many collections of the whole heap each time took.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
collect()
const heap = Array.from({ length: 200_000 }, (_, n) => ({ n }))

let collections = 0
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as { detail?: { kind: number } }[])
    if (entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections++
})
observer.observe({ entryTypes: ['gc'] })

async function passOn(): Promise<number> {
  // How much it may grow is decided at the end of each.
  collect()
  await turn()
  collections = 0
  const kept: Buffer[] = []
  for (let n = 0; n < 3000; n++) {
    kept[n % 12] = Buffer.from(new ArrayBuffer(512 * 1024))
    if (n % 10 === 0) await turn()
  }
  await turn()
  return collections
}
// V8 lets a heap that is new grow further.
await passOn()
const before = await passOn()
const during = await whileHeapMayGrow(passOn)
const after = await passOn()
process.send?.({ before, during, after, kept: heap.length })
