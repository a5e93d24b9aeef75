import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { type Cluster, type ClusterOptions, startCluster } from '#kit/server/cluster.ts'
import { messageOf, SetupError } from '#kit/server/setup-error.ts'
import type { Config } from './config.ts'

export interface Database {
  url: string
  /** PostgreSQL's own folder and log; undefined when the database is somebody else's. */
  cluster: Pick<Cluster, 'pgdata' | 'logFile' | 'setAside'> | undefined
  stop: () => Promise<void>
}

const oldest = 15

/** The database that the settings name, up and checked: the one of `DATABASE_URL`, else one of our own. */
export async function openDatabase({ dataDir, databaseUrl }: Config, onLost?: ClusterOptions['onLost']): Promise<Database> {
  if (databaseUrl) {
    await checkDatabase(databaseUrl)
    return { url: databaseUrl, cluster: undefined, stop: async () => undefined }
  }
  const cluster = await startCluster({ dir: dataDir, ...(onLost && { onLost }) })
  return { url: cluster.url, cluster, stop: cluster.stop }
}

/** Makes the data directory if need be; the first thing anything does that keeps something there. */
export function prepareDataDir(dataDir: string) {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SetupError(`DATA_DIR is "${dataDir}", which is no folder that can be written to (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** One by one, since Node's own recursive way never ends where the system answers that a folder's parent is missing although it is there. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
    // The database may run as another system user, who has to pass. What is private inside has modes of its own.
    chmodSync(folder, 0o711)
  } catch (error) {
    // Another start may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function checkDatabase(url: string) {
  const { host, pathname, searchParams } = new URL(url)
  const place = `the database ${pathname.slice(1) || '(unnamed)'} at ${searchParams.get('host') ?? host}`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    const version = Math.floor(Number(rows[0]?.version) / 10_000)
    if (version < oldest) throw new Error(`it is PostgreSQL ${version}, and ${oldest} or newer is needed`)
    if (rows[0]?.encoding !== 'UTF8') throw new Error(`its encoding is ${rows[0]?.encoding}, and UTF8 is needed`)
  } catch (error) {
    // A refused connection to a name with several addresses has an empty message and a code.
    throw new SetupError(`DATABASE_URL names ${place}, which cannot be used: ${messageOf(error) || (error as NodeJS.ErrnoException).code}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
