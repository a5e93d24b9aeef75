import type { Plugin, Rolldown } from 'vite'

/** Returns all chunks that a chunk imports, directly or not. Includes the chunk itself if it is part of a circle. */
function findImports(start: Rolldown.OutputChunk, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const result = new Set<string>()
  const queue = [...start.imports]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (result.has(name)) continue
    result.add(name)
    queue.push(...(chunks.get(name)?.imports ?? []))
  }
  return result
}

/**
 * Fails the build if chunks import each other in a circle, because the chunk that runs first would read constants that the other doesn't
 * have yet. The groups of `groups.ts` can cause circles that the modules don't have. Entries that only re-export another chunk may be in a
 * circle.
 */
export const forbidChunkCycles = (): Plugin => ({
  name: 'chunk-order',
  generateBundle(_, bundle) {
    const chunks = new Map(
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.moduleIds.length > 0)
        .map((file) => [file.fileName, file as Rolldown.OutputChunk]),
    )
    const circle = [...chunks.values()].filter((chunk) => findImports(chunk, chunks).has(chunk.fileName))
    if (circle.length > 0)
      this.error(`These chunks import each other; change vite/groups.ts: ${circle.map(({ fileName }) => fileName).join(', ')}`)
  },
})
