import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type * as z from 'zod/mini'
import leven from 'leven'
import { SetupError } from '#kit/server/setup-error.ts'
import type { Setting } from './setting-values.ts'
import { settings } from './settings.ts'

const names = Object.keys(settings)
/** Prefixes of our settings that no other software is likely to use. */
const ownPrefixes = ['CHOICE_', 'S3_', 'METRICS_', 'MOLLIE_', 'CAPTCHA_', 'OUTBOUND_']
/** Settings with shorter names are not suggested: `HOST` and `HOME` differ in only two letters. */
const minLength = 6

/** Whether Kubernetes set the variable. It adds variables with the names of other services. */
const isServiceLink = (name: string, value = '') =>
  /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/.test(name) || (name.endsWith('_PORT') && /^\w+:\/\//.test(value))

function nearestOf(name: string): { nearest: string | undefined; distance: number } {
  const withoutPrefix = name.replace(/^CHOICE_/, '')
  const [nearest, distance = Infinity] =
    names.map((knownName) => [knownName, leven(withoutPrefix, knownName)] as const).toSorted((a, b) => a[1] - b[1])[0] ?? []
  return { nearest, distance }
}

/** Returns a sentence for each variable that looks like a misspelled setting, which would otherwise go unnoticed. */
export function describeUnknownSettings(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (name in settings || isServiceLink(name, value)) return []
    const { nearest, distance } = nearestOf(name)
    const isLike = distance <= 2 && nearest !== undefined && nearest.length >= minLength
    if (!isLike && !ownPrefixes.some((prefix) => name.startsWith(prefix))) return []
    return [`Unknown setting ${name}${distance <= 3 ? `: did you mean ${nearest}?` : '.'}`]
  })
}

type Name = keyof typeof settings
type Value<N extends Name> = z.output<(typeof settings)[N]['schema']>
type SettingValue<N extends Name> = (typeof settings)[N] extends { byDefault: string } ? Value<N> : Value<N> | undefined

export type Environment = Readonly<Record<string, string | undefined>>

function readSetting<N extends Name>(env: Environment, name: N): SettingValue<N> {
  const { schema, byDefault, allowed, isSecret }: Setting = settings[name]
  // An empty value counts as unset, because many ways to run a server can empty a variable but not unset it.
  const value = env[name]?.trim() || byDefault
  if (value === undefined) return undefined as SettingValue<N>
  const result = schema.safeParse(value)
  if (result.success) return result.data as SettingValue<N>
  // Hides any URL with credentials, even in settings that need none.
  const isHidden = isSecret ?? /:\/\/.*@/.test(value)
  throw new SetupError(
    `${name} is ${isHidden ? 'wrong (the value is a secret and not shown)' : JSON.stringify(value)}; allowed is ${allowed}.`,
  )
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

export type Config = ReturnType<typeof readConfig>

/**
 * Reads all settings; `root` is the project's folder.
 * @throws SetupError naming the first wrong setting, its value and the allowed values
 */
export function readConfig(env: Environment, root: string) {
  const host = readSetting(env, 'HOST')
  const port = readSetting(env, 'PORT')
  const configuredUrl = readSetting(env, 'PUBLIC_URL')
  // With port 0 the real port is known only when the server listens. Such servers need no links in emails.
  const publicUrl = configuredUrl ?? serverUrl(host, port)
  const demo = readSetting(env, 'DEMO') ?? (isLoopback(host) && isLoopback(new URL(publicUrl).hostname))
  const dataDir = resolve(root, readSetting(env, 'DATA_DIR'))
  const uploadsDir = readSetting(env, 'UPLOADS_DIR')
  const logFile = readSetting(env, 'LOG_FILE')
  const mollieApiKey = readSetting(env, 'MOLLIE_API_KEY')
  const metricsPort = readSetting(env, 'METRICS_PORT')
  const metricsToken = readSetting(env, 'METRICS_TOKEN')
  const worker = readSetting(env, 'WORKER')
  const trustedProxies = readSetting(env, 'TRUSTED_PROXIES')
  const countryHeader = readSetting(env, 'COUNTRY_HEADER')
  // Refuses a country header without trusted proxies, because any caller could send it.
  if (countryHeader !== undefined && !trustedProxies.length)
    throw new SetupError('COUNTRY_HEADER is set, but TRUSTED_PROXIES is not: name the proxy that sends it.')
  const s3 = readS3(env)
  const mediaDelivery = readSetting(env, 'MEDIA_DELIVERY')
  if (mediaDelivery === 's3' && !s3) throw new SetupError('MEDIA_DELIVERY is "s3", which needs S3_BUCKET.')
  if (mediaDelivery === 'nginx' && s3) throw new SetupError('MEDIA_DELIVERY is "nginx", which needs files on the disk, not in S3_BUCKET.')
  // A process that only runs jobs doesn't listen on PORT.
  if (metricsPort !== undefined && metricsPort === port && worker !== 'only')
    throw new SetupError(`METRICS_PORT is "${metricsPort}", which is PORT too: choose another port.`)
  return {
    root,
    host,
    port,
    publicUrl,
    dataDir,
    filesDir: join(dataDir, 'files'),
    outboxDir: join(dataDir, 'outbox'),
    /** Folder for incoming uploads; instances may share it. */
    uploadsDir: uploadsDir === undefined ? join(dataDir, 'uploads') : resolve(root, uploadsDir),
    /** Folder for processing videos. */
    uploadsWorkDir: join(dataDir, 'uploads', 'work'),
    uploadQuotaBytes: readSetting(env, 'UPLOAD_QUOTA_GB') * 1024 ** 3,
    ffmpegPath: readSetting(env, 'FFMPEG_PATH') ?? 'ffmpeg',
    ffprobePath: readSetting(env, 'FFPROBE_PATH') ?? 'ffprobe',
    databaseUrl: readSetting(env, 'DATABASE_URL'),
    databaseReadUrls: readSetting(env, 'DATABASE_READ_URL'),
    databaseConnections: readSetting(env, 'DATABASE_CONNECTIONS'),
    requestWaitMs: readSetting(env, 'DATABASE_REQUEST_WAIT') * 1000,
    databaseWaitMs: readSetting(env, 'DATABASE_WAIT') * 1000,
    demo,
    smtpUrl: readSetting(env, 'SMTP_URL'),
    mailFrom: readSetting(env, 'MAIL_FROM') ?? `Choice <no-reply@${mailDomain(publicUrl)}>`,
    contact: readSetting(env, 'CONTACT'),
    s3,
    mediaDelivery,
    edge: readEdge(env, publicUrl),
    trustedProxies,
    countryHeader,
    outboundAllow: readSetting(env, 'OUTBOUND_ALLOW'),
    linkChecks: readSetting(env, 'LINK_CHECKS'),
    guideMaxBytes: readSetting(env, 'GUIDE_MAX_MB') * 1_000_000,
    relay: { maxStreams: readSetting(env, 'RELAY_STREAMS'), maxBytesADay: readSetting(env, 'RELAY_GB_A_DAY') * 1_000_000_000 },
    /** Folder for lists and guides during an import. */
    importsDir: join(dataDir, 'imports'),
    webPush: readSetting(env, 'WEB_PUSH'),
    captchaCost: readSetting(env, 'CAPTCHA_COST'),
    rateLimits: readSetting(env, 'RATE_LIMITS'),
    payments: choosePayments(readSetting(env, 'PAYMENTS'), mollieApiKey, demo),
    mollieApiKey,
    mollieApiUrl: readSetting(env, 'MOLLIE_API_URL'),
    vatPercent: readSetting(env, 'VAT_PERCENT'),
    worker,
    logLevel: readSetting(env, 'LOG_LEVEL'),
    logFile: logFile === '-' ? logFile : resolve(root, logFile ?? join(dataDir, 'log', 'choice.log')),
    logMaxBytes: readSetting(env, 'LOG_MAX_MB') * 1_000_000,
    logFiles: readSetting(env, 'LOG_FILES'),
    metricsToken,
    /** Host and port of `/health` and `/metrics`, separate from the site. Without a token, only this machine can reach them. */
    monitoring: metricsPort === undefined ? undefined : { host: metricsToken === undefined ? '127.0.0.1' : host, port: metricsPort },
  }
}

/** Returns the URL of a server that listens at this host and port, as seen from this machine. */
export function serverUrl(host: string, port: number) {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function mailDomain(publicUrl: string) {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname
}

function readS3(env: Environment) {
  const required = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const endpoint = readSetting(env, 'S3_ENDPOINT')
  const [bucket, region, accessKeyId, secretAccessKey] = required.map((name) => readSetting(env, name))
  if (bucket && region && accessKeyId && secretAccessKey)
    return { bucket, region, accessKeyId, secretAccessKey, ...(endpoint && { endpoint }) }
  const missing = required.filter((name) => readSetting(env, name) === undefined)
  if (missing.length < required.length || endpoint)
    throw new SetupError(`${missing[0]} is not set; the settings ${required.join(', ')} go together.`)
  return undefined
}

function readEdge(env: Environment, publicUrl: string) {
  const url = readSetting(env, 'MEDIA_URL')
  const purgeUrl = readSetting(env, 'MEDIA_PURGE_URL')
  const purgeHeader = readSetting(env, 'MEDIA_PURGE_HEADER')
  if (url === undefined) {
    if (purgeUrl !== undefined || purgeHeader !== undefined)
      throw new SetupError('MEDIA_PURGE_URL or MEDIA_PURGE_HEADER is set, but MEDIA_URL is not.')
    return undefined
  }
  // Requests to the same host would carry the login cookies of this site.
  if (new URL(url).hostname === new URL(publicUrl).hostname)
    throw new SetupError('MEDIA_URL is at the host of PUBLIC_URL: give the CDN another host.')
  if (purgeHeader !== undefined && purgeUrl === undefined) throw new SetupError('MEDIA_PURGE_HEADER is set, but MEDIA_PURGE_URL is not.')
  return { url, purgeUrl, purgeHeader }
}

function choosePayments(choice: SettingValue<'PAYMENTS'>, key: string | undefined, demo: boolean) {
  if (choice === 'mollie' && !key) throw new SetupError('PAYMENTS is "mollie", which needs MOLLIE_API_KEY.')
  if (choice !== 'auto') return choice
  return key ? 'mollie' : demo ? 'sandbox' : 'off'
}

/** Returns the settings as a Markdown table, for the documentation. */
export function settingsTable(): string {
  const rows = Object.entries<Setting>(settings).map(
    ([name, { about, byDefault, otherwise }]) => `| \`${name}\` | ${otherwise ?? (byDefault ? `\`${byDefault}\`` : '')} | ${about} |`,
  )
  return ['| setting | default | |', '|---|---|---|', ...rows].join('\n')
}
