/**
 * PostgreSQL settings that our statements rely on. Each connection sets them, since an external server has its own. With `jit` on (the
 * default), hot lists take three times as long.
 */
export const sessionSettings = {
  // Most queries are short: compilation and parallel plans cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Data is mostly in memory: at the default of 4, plans avoid indexes.
  random_page_cost: '1.1',
  timezone: 'UTC',
} as const

export const setSession = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ')
