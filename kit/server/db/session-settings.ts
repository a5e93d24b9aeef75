/**
 * PostgreSQL's settings that our statements rely on. Each connection sets them, since a server of somebody else has its own: with `jit` on,
 * as is PostgreSQL's default, hot lists take three times as long.
 */
export const sessionSettings = {
  // Many short queries: compiling and parallel plans cost more than they give.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Pages are mostly in memory: at the default of 4, plans avoid indexes.
  random_page_cost: '1.1',
  timezone: 'UTC',
} as const

export const setSession = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ')
