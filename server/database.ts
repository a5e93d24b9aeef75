import { checkDatabase } from '#kit/server/db/check-database.ts'
import { type Cluster, type ClusterOptions, findCluster, startCluster } from '#kit/server/postgres/cluster.ts'
import { type DatabaseWait, waitForDatabase } from '#kit/server/db/wait-for-database.ts'
import type { Config } from './config.ts'

export interface Database {
  url: string
  /** PostgreSQL's own folder and log; undefined for an external database. */
  cluster: Pick<Cluster, 'pgdata' | 'logFile' | 'setAside'> | undefined
  /** Settings whose values on an external server differ from the values that our connections set. */
  otherSettings?: Record<string, string>
  stop: () => Promise<void>
}

/** Opens and checks the database of `DATABASE_URL`, else our own. @param wait if given, retries while an external database is down */
export async function openDatabase(
  { dataDir, databaseUrl, databaseConnections }: Config,
  onLost?: ClusterOptions['onLost'],
  wait?: DatabaseWait,
): Promise<Database> {
  if (databaseUrl) {
    const findings = await (wait ? waitForDatabase(databaseUrl, wait) : checkDatabase(databaseUrl))
    return { url: databaseUrl, cluster: undefined, ...findings, stop: async () => undefined }
  }
  // Reads and changes have the same number. Ten more are for background work, and some spare ones.
  const cluster = await startCluster({ dir: dataDir, connections: 2 * databaseConnections + 10, ...(onLost && { onLost }) })
  return { url: cluster.url, cluster, stop: cluster.stop }
}

/** Opens the database for a tool, whether or not the product is running. */
export async function openDatabaseForTool(config: Config): Promise<Database> {
  const url = config.databaseUrl ? undefined : findCluster(config.dataDir)
  return url ? { url, cluster: undefined, stop: async () => undefined } : openDatabase(config)
}
