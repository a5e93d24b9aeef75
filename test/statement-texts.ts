import pg from 'pg'
import { vi } from 'vitest'

/** Returns the texts of all statements during some work, except those of the job that always writes the search index. */
export async function statementTexts(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = query.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text)
    return texts.filter((text) => !/\bsearch_(?:change|document|term|vocabulary)\b|\btaken\b/.test(text))
  } finally {
    query.mockRestore()
  }
}
