import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig, settingsTable } from './config.ts'
import { settings } from './settings.ts'
import { describeUnknownSettings } from './config.ts'

const s3 = { S3_BUCKET: 'choice-files', S3_REGION: 'eu-west-1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hush' }

test('defaults: local access only, data in ./data, demonstration content and simulated payments', () => {
  expect(readConfig({}, '/srv/choice')).toEqual({
    root: '/srv/choice',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: '/srv/choice/data',
    guideMaxBytes: 500_000_000,
    importsDir: '/srv/choice/data/imports',
    filesDir: '/srv/choice/data/files',
    outboxDir: '/srv/choice/data/outbox',
    uploadsDir: '/srv/choice/data/uploads',
    uploadsWorkDir: '/srv/choice/data/uploads/work',
    uploadQuotaBytes: 53_687_091_200,
    ffmpegPath: 'ffmpeg',
    ffprobePath: 'ffprobe',
    databaseUrl: undefined,
    databaseReadUrls: [],
    databaseConnections: 6,
    requestWaitMs: 4000,
    databaseWaitMs: 300_000,
    demo: true,
    smtpUrl: undefined,
    mailFrom: 'Choice <no-reply@localhost>',
    contact: undefined,
    s3: undefined,
    mediaDelivery: 'app',
    edge: undefined,
    trustedProxies: [],
    countryHeader: undefined,
    outboundAllow: [],
    linkChecks: true,
    webPush: true,
    captchaCost: 5000,
    rateLimits: true,
    relay: { maxStreams: 20, maxBytesADay: 50_000_000_000 },
    payments: 'sandbox',
    mollieApiKey: undefined,
    mollieApiUrl: 'https://api.mollie.com',
    vatPercent: 21,
    worker: 'in',
    logLevel: 'info',
    logFile: '/srv/choice/data/log/choice.log',
    logMaxBytes: 20_000_000,
    logFiles: 5,
    metricsToken: undefined,
    monitoring: undefined,
  })
})

test('an empty variable counts as unset', () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ' ']))
  expect(readConfig(empty, '/srv/choice')).toEqual(readConfig({}, '/srv/choice'))
})

test('reads all settings', () => {
  const env = {
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://tv.example.com/',
    DATA_DIR: '/var/choice',
    DATABASE_URL: 'postgresql://choice:hush@db/choice',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'The channel <tv@example.com>',
    ...s3,
    S3_ENDPOINT: 'https://s3.example.com',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1',
    COUNTRY_HEADER: 'CF-IPCountry',
    OUTBOUND_ALLOW: 'nas.lan:8080, [fd00::1]:80',
    RATE_LIMITS: 'off',
    MOLLIE_API_KEY: 'live_0123456789',
    WORKER: 'off',
    LOG_FILE: '-',
  }
  expect(readConfig(env, '/srv/choice')).toMatchObject({
    port: 8080,
    publicUrl: 'https://tv.example.com',
    dataDir: '/var/choice',
    demo: false,
    mailFrom: 'The channel <tv@example.com>',
    s3: { bucket: 'choice-files', region: 'eu-west-1', accessKeyId: 'key', secretAccessKey: 'hush', endpoint: 'https://s3.example.com' },
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '::1'],
    countryHeader: 'cf-ipcountry',
    outboundAllow: ['nas.lan:8080', '[fd00::1]:80'],
    rateLimits: false,
    payments: 'mollie',
    worker: 'off',
    logFile: '-',
  })
})

test.each([
  [{ HOST: '127.0.0.1' }, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ PUBLIC_URL: 'https://tv.example.com' }, false],
  [{ HOST: '0.0.0.0', DEMO: 'on' }, true],
  [{ DEMO: '0' }, false],
])('demonstration content with %j: %s', (env, demo) => {
  expect(readConfig(env, '/').demo).toBe(demo)
})

test('metrics on their own port are only local without a token', () => {
  const env = { HOST: '0.0.0.0', METRICS_PORT: '9464' }
  expect(readConfig(env, '/').monitoring).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(readConfig({ PORT: '3000', METRICS_PORT: '3000', WORKER: 'only' }, '/').monitoring).toEqual({ host: '127.0.0.1', port: 3000 })
  expect(readConfig({ ...env, METRICS_TOKEN: 'a-token-for-figures' }, '/').monitoring).toEqual({ host: '0.0.0.0', port: 9464 })
})

test('payments are simulated only with demonstration content or if the settings request it', () => {
  expect(readConfig({ DEMO: 'off' }, '/').payments).toBe('off')
  expect(readConfig({ DEMO: 'off', PAYMENTS: 'sandbox' }, '/').payments).toBe('sandbox')
  expect(readConfig({ DEMO: 'on', PAYMENTS: 'off' }, '/').payments).toBe('off')
})

describe('a wrong value stops the start and reports the name, the value and the allowed values', () => {
  test.each([
    [{ PORT: '70000' }, 'PORT is "70000"; allowed is a number from 0 to 65535.'],
    [{ PORT: '80a' }, 'PORT is "80a"; allowed is a number from 0 to 65535.'],
    [{ PORT: '-1' }, 'PORT is "-1"; allowed is a number from 0 to 65535.'],
    [{ PORT: '3000', METRICS_PORT: '3000' }, 'METRICS_PORT is "3000", which is PORT too: choose another port.'],
    [{ HOST: 'not a host' }, 'HOST is "not a host"; allowed is an IP address or a host name.'],
    [
      { PUBLIC_URL: 'tv.example.com' },
      'PUBLIC_URL is "tv.example.com"; allowed is an address that begins with http:// or https:// and has no path.',
    ],
    [{ PUBLIC_URL: 'https://example.com/tv' }, 'PUBLIC_URL is "https://example.com/tv"; allowed is'],
    [{ DEMO: 'maybe' }, 'DEMO is "maybe"; allowed is on or off.'],
    [{ WORKER: 'yes' }, 'WORKER is "yes"; allowed is in, only, off or relay.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud"; allowed is trace,'],
    [{ PAYMENTS: 'paypal' }, 'PAYMENTS is "paypal"; allowed is auto, mollie, sandbox or off.'],
    [{ PAYMENTS: 'mollie' }, 'PAYMENTS is "mollie", which needs MOLLIE_API_KEY.'],
    [{ CAPTCHA_COST: '0' }, 'CAPTCHA_COST is "0"; allowed is a number from 1 to 1000000.'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/8, proxy' },
      'TRUSTED_PROXIES is "10.0.0.0/8, proxy"; allowed is a comma-separated list of IP addresses and networks.',
    ],
    [{ COUNTRY_HEADER: 'CF-IPCountry' }, 'COUNTRY_HEADER is set, but TRUSTED_PROXIES is not'],
    [{ TRUSTED_PROXIES: '::1', COUNTRY_HEADER: 'a b' }, 'COUNTRY_HEADER is "a b"; allowed is the name of a header.'],
    [{ OUTBOUND_ALLOW: 'nas.lan' }, 'OUTBOUND_ALLOW is "nas.lan"; allowed is a comma-separated list of host:port.'],
    [{ MAIL_FROM: 'a@b\nBcc: c@d' }, 'MAIL_FROM is "a@b\\nBcc: c@d"; allowed is an email address'],
    [
      { S3_BUCKET: 'choice-files' },
      'S3_REGION is not set; the settings S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY go together.',
    ],
    [{ ...s3, S3_BUCKET: 'x' }, 'S3_BUCKET is "x"; allowed is the name of a bucket: at least 3 letters'],
    [{ ...s3, S3_ENDPOINT: 'https://key:1@s3.example.com' }, 'S3_ENDPOINT is wrong'],
    [{ ...s3, S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT is "s3.example.com"; allowed is an address'],
    [{ MEDIA_URL: 'http://cdn.example.com' }, 'MEDIA_URL is "http://cdn.example.com"; allowed is an address that begins with https://'],
    [{ MEDIA_URL: 'https://cdn.example.com/media' }, 'MEDIA_URL is "https://cdn.example.com/media"; allowed is'],
    [{ MEDIA_URL: 'https://tv.example.com', PUBLIC_URL: 'https://tv.example.com' }, 'MEDIA_URL is at the host of PUBLIC_URL'],
    [{ MEDIA_PURGE_URL: 'https://cdn.example.com' }, 'MEDIA_URL is not'],
    [{ MEDIA_URL: 'https://cdn.example.com', MEDIA_PURGE_HEADER: 'Key: a' }, 'MEDIA_PURGE_URL is not'],
    [{ MEDIA_DELIVERY: 's3' }, 'MEDIA_DELIVERY is "s3", which needs S3_BUCKET.'],
    [{ ...s3, MEDIA_DELIVERY: 'nginx' }, 'MEDIA_DELIVERY is "nginx", which needs files on the disk'],
  ])('%j', (env, message) => {
    expect(() => readConfig(env, '/')).toThrow(message)
  })

  test.each(['DATABASE_URL', 'SMTP_URL', 'S3_SECRET_ACCESS_KEY', 'MOLLIE_API_KEY', 'METRICS_TOKEN', 'MEDIA_PURGE_HEADER'])(
    '%s, without showing the secret',
    (name) => {
      expect(() => readConfig({ ...s3, [name]: 'a hush b' }, '/')).toThrow(
        `${name} is wrong (the value is a secret and not shown); allowed is `,
      )
    },
  )
})

test.each(['12/hush', '12#hush', '12?hush', 'a@1/hush', '50%hush', '12/h@us'])(
  'a password with a character that must be escaped (%s) is never shown',
  (password) => {
    for (const [name, protocol] of [
      ['DATABASE_URL', 'postgresql'],
      ['SMTP_URL', 'smtp'],
    ] as const)
      expect(() => readConfig({ [name]: `${protocol}://choice:${password}@db.example.com/choice` }, '/')).toThrow(
        `${name} is wrong (the value is a secret and not shown); allowed is an address like`,
      )
    const escaped = `postgresql://choice:${encodeURIComponent(password)}@db.example.com/choice`
    expect(readConfig({ DATABASE_URL: escaped }, '/').databaseUrl).toBe(escaped)
  },
)

test('the table in the README describes every setting correctly', () => {
  expect(readFileSync('README.md', 'utf8')).toContain(`\n${settingsTable()}\n`)
})

test('unknown variables that look like settings are reported with the likely setting', () => {
  const env = {
    PUBLIC_ULR: 'x',
    DATABASE_CONNECTION: '5',
    CHOICE_PORT_: '1',
    CHOICE_SMTP_URL: 'x',
    S3_BUKCET: 'x',
    S3_ACL: 'x',
    CHOICE_COLOUR: 'x',
    CHOICE_HOST: 'x',
  }
  expect(describeUnknownSettings(env)).toEqual([
    'Unknown setting PUBLIC_ULR: did you mean PUBLIC_URL?',
    'Unknown setting DATABASE_CONNECTION: did you mean DATABASE_CONNECTIONS?',
    'Unknown setting CHOICE_PORT_: did you mean PORT?',
    'Unknown setting CHOICE_SMTP_URL: did you mean SMTP_URL?',
    'Unknown setting S3_BUKCET: did you mean S3_BUCKET?',
    'Unknown setting S3_ACL.',
    'Unknown setting CHOICE_COLOUR.',
    'Unknown setting CHOICE_HOST: did you mean HOST?',
  ])
  const foreign = ['PATH', 'HOME', 'HOSTNAME', 'LOGNAME', 'USER', 'LANG', 'SHELL', 'PWD', 'TZ', 'NODE_OPTIONS', 'NODE_ENV', 'INVOCATION_ID']
  const kubernetesVariables = [
    'CHOICE_SERVICE_HOST',
    'CHOICE_SERVICE_PORT',
    'CHOICE_PORT',
    'CHOICE_PORT_3000_TCP',
    'CHOICE_PORT_3000_TCP_ADDR',
  ]
  const others = [...Object.keys(settings), ...foreign, ...kubernetesVariables, 'npm_config_cache', 'DATABASE_NAME', 'POSTGRES_PASSWORD']
  expect(describeUnknownSettings(Object.fromEntries(others.map((name) => [name, 'tcp://10.0.0.1:3000'])))).toEqual([])
})
