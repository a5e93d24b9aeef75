import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseTimeouts, timeoutSettings } from './database-timeouts.ts'

/** What has to be known of a database, besides its rows, to make it anew. Plain JSON. */
export interface DumpHead {
  /** Numbered migrations, without function files; a restore migrates up to the last one before it loads rows. */
  migrations: { name: string; checksum: string }[]
  tables: DumpedTable[]
  /** Made by the product as time goes by, not by migrations. */
  partitions: { name: string; parent: string; bound: string }[]
  sequences: { name: string; value: string }[]
}
export interface DumpedTable {
  /** As SQL takes it, with its schema. */
  name: string
  /** As SQL takes them. */
  columns: string[]
}

export interface Dump {
  head: DumpHead
  /** All rows of a table, as PostgreSQL's own text format has them: the same in every version. */
  copy: (table: DumpedTable) => AsyncIterable<Buffer>
  close: () => Promise<void>
}

/** Reads a whole database as it is at this moment, while it is used. */
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
    // Unlogged tables are such as may be lost, and partitions are read through their parent.
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
