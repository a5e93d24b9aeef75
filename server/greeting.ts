import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#kit/server/log.ts'
import { addressOf, type Config } from './config.ts'
import type { Database } from './database.ts'
import type { Services } from './services.ts'

/** Returns the start message: addresses and folders, on one screen. */
export function greeting(config: Config, { cluster }: Database, address: string | undefined) {
  const { s3 } = config
  const rows = [
    ['Data', config.dataDir],
    ['Database', cluster?.pgdata ?? 'the one of DATABASE_URL'],
    ...(cluster?.setAside ? [['', `DATA_DIR was empty, so this one is new; the former one lies in ${cluster.setAside}`]] : []),
    ['Files', s3 ? `bucket ${s3.bucket}${s3.endpoint ? ` at ${s3.endpoint}` : ''}` : config.filesDir],
    ['Mail', config.smtpUrl ? `goes out through ${new URL(config.smtpUrl).host}` : `${config.outboxDir} (not sent: one .eml file each)`],
    ...(config.monitoring
      ? [['Monitoring', `${addressOf(config.monitoring.host, config.monitoring.port)}/health, /ready and /metrics`]]
      : []),
    ['Log', [config.logFile === '-' ? 'standard output' : config.logFile, cluster?.logFile].filter(Boolean).join(', ')],
  ]
  const where = rows.map(([name = '', value = '']) => `  ${name.padEnd(11)}${value}\n`).join('')
  const first = address ? `Choice is ready: ${address}` : 'Choice does background work only, and serves no site.'
  return `\n${first}\n\n${demoLogins(config)}${where}\nCtrl+C stops it.\n`
}

function demoLogins({ demo, dataDir }: Config) {
  if (!demo) return ''
  try {
    const text = readFileSync(join(dataDir, 'demo-logins.txt'), 'utf8').trim()
    return `${text.replace(/^/gm, '  ')}\n\n`
  } catch {
    return ''
  }
}

/** Demonstration users of a published trial can still log in, with passwords that are stored in a file. */
export async function demoWarning({ config: { demo }, db, log }: Services) {
  const { listDemoAccounts } = await import('#features/accounts/server/queries/accounts.ts')
  if (demo || !(await listDemoAccounts(db)).length) return ''
  log.warn('demonstration people can still log in')
  return '\nDemonstration people can still log in here, with the passwords of demo-logins.txt: npm run admin -- demo remove\n'
}

/** The server parses untrusted pages and pictures: as root, a parser bug would expose the whole machine. */
export function rootWarning(log: Log) {
  if (process.getuid?.() !== 0) return ''
  log.warn('runs as root')
  return '\nThis runs as root, and so does what reads the pages and pictures of strangers. Better start it as a system user of its own.\n'
}
