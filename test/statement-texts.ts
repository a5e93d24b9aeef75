import pg from 'pg'
import { vi } from 'vitest'

/** Whether a statement only publishes stale topics of earlier calls, in batches. */
const isBatch = (text: string, values: unknown[] = []) =>
  /insert into live_event/.test(text) && Array.isArray(values[1]) && values[1].every((name) => name === 'changed')

/**
 * Returns the texts of all statements during some work, except statements of the job that always writes the search index, and of events
 * that earlier calls publish in batches.
 */
export async function statementTexts(work: () => Promise<unknown>): Promise<string[]> {
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
