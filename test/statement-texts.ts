import pg from 'pg'
import { vi } from 'vitest'

/** Returns true if a statement only publishes outdated topics of earlier calls, in batches. */
const isBatch = (text: string, values: unknown[] = []) =>
  /insert into live_event/.test(text) && Array.isArray(values[1]) && values[1].every((name) => name === 'changed')

/**
 * Returns the texts of all statements that run during `work`. Leaves out those of the search index's job, which always runs, and those that
 * publish events of earlier calls.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const statements = query.mock.calls.map(([statement]) => statement as unknown as { text: string; values?: unknown[] })
    return statements
      .filter(({ text }) => !/\bsearch_(?:change|document|term|vocabulary)\b|\btaken\b/.test(text))
      .filter(({ text, values }) => !isBatch(text, values))
      .map(({ text }) => text)
  } finally {
    query.mockRestore()
  }
}
