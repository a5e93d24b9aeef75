import { checkDatabase } from '#kit/server/check-database.ts'
import { type Cluster, type ClusterOptions, findCluster, startCluster } from '#kit/server/cluster.ts'
import { type DatabaseWait, waitForDatabase } from '#kit/server/wait-for-database.ts'
import type { Config } from './config.ts'

export interface Database {
  url: string
  /** PostgreSQL's own folder and log; undefined when the database is somebody else's. */
  cluster: Pick<Cluster, 'pgdata' | 'logFile' | 'setAside'> | undefined
  /** Settings of somebody else's server that differ from those that our connections set. */
  otherSettings?: Record<string, string>
  stop: () => Promise<void>
}

/** The database that the settings name, up and checked: the one of `DATABASE_URL`, else one of our own. @param wait for a database that is away */
export async function openDatabase(
  { dataDir, databaseUrl, databaseConnections }: Config,
  onLost?: ClusterOptions['onLost'],
  wait?: DatabaseWait,
): Promise<Database> {
  if (databaseUrl) {
    const findings = await (wait ? waitForDatabase(databaseUrl, wait) : checkDatabase(databaseUrl))
    return { url: databaseUrl, cluster: undefined, ...findings, stop: async () => undefined }
  }
  // With those of background work, and some to spare.
  const cluster = await startCluster({ dir: dataDir, connections: databaseConnections + 10, ...(onLost && { onLost }) })
  return { url: cluster.url, cluster, stop: cluster.stop }
}

/** The database for a tool that works beside a running product as well as without one. */
export async function borrowDatabase(config: Config): Promise<Database> {
  const url = config.databaseUrl ? undefined : findCluster(config.dataDir)
  return url ? { url, cluster: undefined, stop: async () => undefined } : openDatabase(config)
}
