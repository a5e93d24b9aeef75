import pg from 'pg'
import { messageOf, SetupError } from './setup-error.ts'

const minMajorVersion = 15

/** Looks whether a database given as `DATABASE_URL` answers and will do. @throws SetupError with what is wrong, without the password */
export async function checkDatabase(url: string): Promise<void> {
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
    if (version < minMajorVersion) throw new Error(`it is PostgreSQL ${version}, and ${minMajorVersion} or newer is needed`)
    if (rows[0]?.encoding !== 'UTF8') throw new Error(`its encoding is ${rows[0]?.encoding}, and UTF8 is needed`)
  } catch (error) {
    // A refused connection to a name with several addresses has an empty message and a code.
    throw new SetupError(`DATABASE_URL names ${place}, which cannot be used: ${messageOf(error) || (error as NodeJS.ErrnoException).code}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
