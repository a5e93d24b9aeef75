import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseTimeouts, timeoutSettings } from './database-timeouts.ts'

/** The information needed to recreate a database, besides its rows. Plain JSON. */
export interface DumpHead {
  /** Numbered migrations, without function files. A restore migrates up to the last one before it loads rows. */
  migrations: { name: string; checksum: string }[]
  tables: DumpedTable[]
  /** Partitions, which the product creates over time, not by migrations. */
  partitions: { name: string; parent: string; bound: string }[]
  sequences: { name: string; value: string }[]
}
export interface DumpedTable {
  /** The quoted SQL name, with its schema. */
  name: string
  /** The quoted SQL names. */
  columns: string[]
}

export interface Dump {
  head: DumpHead
  /** Returns all rows of a table in PostgreSQL's text format, which is the same in every version. */
  copy: (table: DumpedTable) => AsyncIterable<Buffer>
  close: () => Promise<void>
}

/** Opens a consistent snapshot of the whole database, while it is in use. */
export async function openDump(url: string): Promise<Dump> {
  const client = new pg.Client({ connectionString: url, application_name: 'choice backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(timeoutSettings(databaseTimeouts.maintenance))
    await client.query('begin transaction isolation level repeatable read read only')
    const head = await readHead(client)
    return {
      head,
      copy: ({ name, columns }) => client.query(copyTo(`copy (select ${columns.join(', ')} from ${name}) to stdout`)),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function readHead(client: pg.Client): Promise<DumpHead> {
  const list = async <T extends object>(text: string) => (await client.query<T>(text)).rows
  return {
    migrations: await list(`select name, checksum from migration where name ~ '^\\d' order by name`),
    // Skips unlogged tables, whose loss is acceptable, and partitions, which are read through their parent.
    tables: await list(`
      select format('%I.%I', n.nspname, c.relname) as name,
        (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and relpersistence = 'p' and not relispartition
        and nspname = 'public' and relname <> 'migration'
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
      order by 1`),
    partitions: await list(`
      select format('%I.%I', n.nspname, c.relname) as name, inhparent::regclass::text as parent, pg_get_expr(relpartbound, c.oid) as bound
      from pg_class c join pg_namespace n on n.oid = relnamespace join pg_inherits on inhrelid = c.oid
      where relispartition and relkind = 'r' and nspname = 'public' order by 1`),
    sequences: await list(`
      select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
      from pg_sequences where schemaname = 'public' and last_value is not null order by 1`),
  }
}
