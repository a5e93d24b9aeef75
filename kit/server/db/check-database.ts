import pg from 'pg'
import { sessionSettings } from './session-settings.ts'
import { messageOf, SetupError } from '../setup-error.ts'

const minMajorVersion = 15

export interface DatabaseFindings {
  /** Settings whose values on the server differ from the values that our connections set. */
  otherSettings: Record<string, string>
}

/** Checks that the database in `DATABASE_URL` responds and is supported. @throws SetupError with the cause, without the password */
export async function checkDatabase(url: string): Promise<DatabaseFindings> {
  const { host, pathname, searchParams } = new URL(url)
  const databaseText = `the database ${pathname.slice(1) || '(unnamed)'} at ${searchParams.get('host') ?? host}`
  const clients = [1, 2].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 })) as [pg.Client, pg.Client]
  for (const client of clients) client.on('error', () => undefined)
  const [client] = clients
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
    )
    const version = Math.floor(Number(rows[0]?.version) / 10_000)
    if (version < minMajorVersion) throw new Error(`it is PostgreSQL ${version}, and ${minMajorVersion} or newer is needed`)
    if (rows[0]?.encoding !== 'UTF8') throw new Error(`its encoding is ${rows[0]?.encoding}, and UTF8 is needed`)
    if (await shareBackends(clients))
      throw new Error(
        'a pooler such as PgBouncer stands before it and lends its connections by the transaction; let it do so by the session',
      )
    return { otherSettings: await readOtherSettings(client) }
  } catch (error) {
    // If a host name has several addresses, the error of a refused connection has no message, only a code.
    throw new SetupError(
      `DATABASE_URL names ${databaseText}, which cannot be used: ${messageOf(error) || (error as NodeJS.ErrnoException).code}.`,
      { cause: error },
    )
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

async function readOtherSettings(client: pg.Client) {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(sessionSettings)],
  )
  const differingSettings = rows.filter(({ name, value }) => value !== sessionSettings[name as keyof typeof sessionSettings])
  return Object.fromEntries(differingSettings.map(({ name, value }) => [name, value]))
}

/**
 * Whether the two connections share PostgreSQL backends, as behind a pooler in transaction mode. Settings, prepared statements, advisory
 * locks and cancels would then affect other connections. Queries the connections in the opposite order, because a pooler then gives them
 * each other's backends.
 */
async function shareBackends(clients: readonly [pg.Client, pg.Client]): Promise<boolean> {
  const pidOf = async (client: pg.Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const ownPids = [await pidOf(clients[0]), await pidOf(clients[1])] as const
  if (ownPids[0] === ownPids[1]) return true
  // Three rounds, because other clients of the pooler can disturb a round.
  for (let round = 0; round < 3; round++)
    for (const index of [1, 0] as const) if ((await pidOf(clients[index])) !== ownPids[index]) return true
  return false
}
