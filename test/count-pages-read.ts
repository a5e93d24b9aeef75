import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { bindScope, type Db } from '#kit/server/db/db.ts'
import { StatementScope } from '#kit/server/db/statement-scope.ts'

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | null } }).utils
const literal = (value: unknown) => {
  const text = prepareValue(value)
  return text === null ? 'null' : pg.escapeLiteral(text)
}

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/**
 * Returns the number of 8 kB pages that statements read, which doesn't depend on the machine's speed. Runs each statement first in a
 * transaction that is rolled back, so that reads of the catalogue don't count. Uses generic plans, like the product.
 */
export async function countPagesRead(db: Db, read: (counting: Db) => Promise<unknown>): Promise<number> {
  let pages = 0
  const counting = bindScope(db, new StatementScope(60_000))
  const executeQuery = async ({ sql: text, parameters }: CompiledQuery) => {
    const signature = parameters.length ? `counted(${parameters.map(literal).join(', ')})` : 'counted'
    const explained = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) execute ${signature}`)
    return db.transaction().execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(`prepare counted as ${text}`))
      const plans = []
      for (let turn = 0; turn < 2; turn++) {
        await sql`savepoint counted`.execute(tx)
        plans.push((await tx.executeQuery<{ 'QUERY PLAN': [Plan] }>(explained)).rows[0]!['QUERY PLAN'][0].Plan)
        await sql`rollback to savepoint counted`.execute(tx)
      }
      await sql`deallocate counted`.execute(tx)
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = plans.at(-1)!
      pages += hit + read
      return tx.executeQuery(CompiledQuery.raw(text, [...parameters]))
    })
  }
  const executor = counting.getExecutor()
  const compileQuery = executor.compileQuery.bind(executor)
  const transformQuery = executor.transformQuery.bind(executor)
  Object.defineProperty(counting, 'executeQuery', { value: executeQuery })
  Object.defineProperty(counting, 'getExecutor', { value: () => ({ executeQuery, compileQuery, transformQuery }) })
  await read(counting)
  return pages
}
