import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import {
  isEscaped,
  isHostPort,
  isHttp,
  isOrigin,
  isPlainUrl,
  isPostgres,
  list,
  number,
  oneOf,
  onOffValue,
  path,
  text,
  url,
  type Setting,
} from './setting-values.ts'

/** All settings. They come from the environment, and each has a default. */
export const settings = {
  PORT: {
    about: 'Port to listen on; `0` picks a free one.',
    ...number(0, 65535),
    byDefault: '3000',
  },
  HOST: {
    about: 'Address to listen on: `127.0.0.1` for this machine only, `0.0.0.0` or `::` for the network.',
    allowed: 'an IP address or a host name',
    schema: text(/^[\w.:-]{1,253}$/),
    byDefault: '127.0.0.1',
  },
  PUBLIC_URL: {
    about: 'Public address of the site, used for links in emails and shared pages.',
    allowed: 'an address that begins with http:// or https:// and has no path',
    schema: z.pipe(
      url((parsed) => isHttp(parsed) && parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username),
      z.transform((value: string) => new URL(value).origin),
    ),
    otherwise: '`http://HOST:PORT`',
  },
  DATA_DIR: {
    about: 'Folder for the database, files, emails and logs. A relative path starts at the project.',
    ...path('folder'),
    byDefault: './data',
  },
  DATABASE_URL: {
    about: 'Your own PostgreSQL, 15 or newer. Without it, the bundled one stores its data in `DATA_DIR`.',
    allowed:
      'an address like postgresql://user:password@db.example.com:5432/choice; of the password, the signs @ : / # ? % are written as %40 %3A %2F %23 %3F %25',
    schema: url(isPostgres),
    isSecret: true,
  },
  DATABASE_READ_URL: {
    about:
      'Streaming replicas of `DATABASE_URL`, for reads that may be a moment old. A replica that is unreachable or more than 2 seconds behind is not read.',
    allowed: 'a comma-separated list of addresses like those of DATABASE_URL',
    schema: list((entry) => URL.canParse(entry) && isPostgres(new URL(entry))),
    byDefault: '',
    isSecret: true,
  },
  DATABASE_CONNECTIONS: {
    about:
      'Maximum database connections per instance for reads, and the same number for changes. Up to 10 more serve background jobs, events and uploads, and cancel statements.',
    ...number(1, 500),
    byDefault: '6',
  },
  DATABASE_WAIT: {
    about: 'Seconds that a start waits for `DATABASE_URL` to respond.',
    ...number(0, 86_400),
    byDefault: '300',
  },
  DATABASE_REQUEST_WAIT: {
    about: 'Seconds that a request may wait for the database, all its statements together, before it is answered with 503.',
    ...number(1, 60),
    byDefault: '4',
  },
  DEMO: {
    about: 'Demonstration content: users, channels, videos, TV channels and packages.',
    ...onOffValue,
    otherwise: '`on` when only this machine can reach the site, by `HOST` and `PUBLIC_URL`',
  },
  SMTP_URL: {
    about: 'Mail server. Without it, each email is a file in `DATA_DIR/outbox`.',
    allowed:
      'an address like smtp://user:password@mail.example.com:587, or with smtps://; of the password, the signs @ : / # ? % are written as %40 %3A %2F %23 %3F %25',
    schema: url((parsed) => ['smtp:', 'smtps:'].includes(parsed.protocol) && parsed.hostname !== '' && isEscaped(parsed)),
    isSecret: true,
  },
  MAIL_FROM: {
    about: 'Sender of all emails.',
    allowed: 'an email address, or a name and one like Choice <tv@example.com>',
    schema: text(/^(?:[^<>\r\n@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
    otherwise: '`Choice <no-reply@…>` at the host of `PUBLIC_URL`',
  },
  CONTACT: {
    about: 'Email address of the site’s operator, for questions and data requests. Shown in the privacy statement and in emails.',
    allowed: 'an email address',
    schema: text(/^[^\s<>@]+@[^\s<>@]+$/),
  },
  S3_BUCKET: {
    about: 'S3-compatible bucket for files, instead of `DATA_DIR/files`.',
    allowed: 'the name of a bucket: at least 3 letters, digits, dots, hyphens and underscores',
    schema: text(/^[\w.-]{3,255}$/),
  },
  S3_REGION: { about: 'Region of the bucket.', allowed: 'the name of a region', schema: text(/^[\w-]{1,64}$/) },
  S3_ACCESS_KEY_ID: { about: 'Access key id of the store.', allowed: 'an access key id', schema: text(/^\S+$/), isSecret: true },
  S3_SECRET_ACCESS_KEY: { about: 'Secret access key of the store.', allowed: 'a secret access key', schema: text(/^\S+$/), isSecret: true },
  S3_ENDPOINT: {
    about: 'Address of the store; default: Amazon S3.',
    allowed: 'an address that begins with http:// or https:// and holds no credentials',
    schema: url((parsed) => isHttp(parsed) && isEscaped(parsed) && !parsed.username && !parsed.password),
  },
  MEDIA_URL: {
    about:
      'Origin of a CDN that fetches `/media/edge/` from this site, like `https://cdn.example.com`. Responses then name public pictures, films and captions there.',
    allowed: 'an address that begins with https:// and names only a host',
    schema: z.pipe(
      url((parsed) => parsed.protocol === 'https:' && isOrigin(parsed)),
      z.transform((address: string) => new URL(address).origin),
    ),
  },
  MEDIA_PURGE_URL: {
    about:
      'Address at which the CDN takes purges. With `{path}` in it, one POST per file; without, a POST of `{"files": […]}` with up to 30 addresses.',
    allowed: 'an address that begins with http:// or https:// and holds no credentials',
    schema: z.string().check(z.refine((address) => isPlainUrl(address.replace('{path}', '/a')))),
  },
  MEDIA_PURGE_HEADER: {
    about: 'Header that proves to the CDN who purges, like `Authorization: Bearer …` or `Fastly-Key: …`.',
    allowed: 'the name of a header, a colon and its value',
    schema: text(/^[\w-]{1,64}: *[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/),
    isSecret: true,
  },
  MEDIA_DELIVERY: {
    about:
      'How stored files are sent after the access check: `app` through this server, `nginx` by `X-Accel-Redirect` from the disk, `s3` for films by an address of the bucket that is valid for a minute.',
    ...oneOf('app', 'nginx', 's3'),
    byDefault: 'app',
  },
  UPLOADS_DIR: {
    about:
      'Folder for uploads in progress, unless files are in S3. Share it between instances, so that any of them can continue an upload.',
    ...path('folder'),
    otherwise: '`DATA_DIR/uploads`',
  },
  UPLOAD_QUOTA_GB: {
    about: 'Storage for video files per user with upload permission, in GB.',
    ...number(1, 1_000_000),
    byDefault: '50',
  },
  FFMPEG_PATH: {
    about:
      'Path of ffmpeg, used to transcode uploads to HLS. Without it, MP4 files are only segmented and other files are served unchanged.',
    ...path('program'),
    otherwise: '`ffmpeg` of the `PATH`',
  },
  FFPROBE_PATH: {
    about: 'Path of ffprobe, which is part of ffmpeg.',
    ...path('program'),
    otherwise: '`ffprobe` of the `PATH`',
  },
  TRUSTED_PROXIES: {
    about: 'Reverse proxies whose `X-Forwarded-For` is trusted: addresses and networks, like `127.0.0.1, 10.0.0.0/8`.',
    allowed: 'a comma-separated list of IP addresses and networks',
    schema: list((entry) => isIP(entry) !== 0 || ipaddr.isValidCIDR(entry)),
    byDefault: '',
  },
  COUNTRY_HEADER: {
    about:
      'Header with the country of a request (two letters, ISO 3166-1), set by a proxy of `TRUSTED_PROXIES`, like `CF-IPCountry`. Without it, the bundled country database is used.',
    allowed: 'the name of a header',
    schema: z.pipe(
      text(/^[\w-]{1,64}$/),
      z.transform((name: string) => name.toLowerCase()),
    ),
  },
  OUTBOUND_ALLOW: {
    about: 'Private hosts that links may be fetched from, like `nas.lan:8080`.',
    allowed: 'a comma-separated list of host:port',
    schema: list(isHostPort),
    byDefault: '',
  },
  GUIDE_MAX_MB: {
    about: 'Maximum download size of a TV list or guide in MB, compressed; unpacked, ten times as much.',
    ...number(1, 4000),
    byDefault: '500',
  },
  RELAY_STREAMS: {
    about: 'Maximum concurrent streams that an instance relays, for lists with the relay turned on (`npm run admin -- relay on LIST`).',
    ...number(1, 10_000),
    byDefault: '20',
  },
  RELAY_GB_A_DAY: {
    about: 'Maximum GB relayed per day for one user, or for the guests at one address.',
    ...number(1, 100_000),
    byDefault: '50',
  },
  LINK_CHECKS: {
    about: 'Checks the links of videos about once a week and notifies owners of dead ones.',
    ...onOffValue,
    byDefault: 'on',
  },
  WEB_PUSH: {
    about: 'Sends push notifications to browsers that subscribed, through their push services.',
    ...onOffValue,
    byDefault: 'on',
  },
  CAPTCHA_COST: {
    about: 'Work that a captcha requires; 5000 takes a browser about half a second.',
    ...number(1, 1_000_000),
    byDefault: '5000',
  },
  RATE_LIMITS: {
    about: 'Rate limits on passwords, emails, look-ups and writes; turn off for benchmarks only.',
    ...onOffValue,
    byDefault: 'on',
  },
  PAYMENTS: {
    about:
      'Payment provider of the wallet. `sandbox` simulates payments; `auto` is `mollie` with its key, else `sandbox` with demonstration content, else `off`.',
    ...oneOf('auto', 'mollie', 'sandbox', 'off'),
    byDefault: 'auto',
  },
  MOLLIE_API_KEY: {
    about: 'API key of the payment provider Mollie.',
    allowed: 'a key that begins with live_ or test_',
    schema: text(/^(?:live|test)_\w{10,}$/),
    isSecret: true,
  },
  MOLLIE_API_URL: {
    about: 'Address of Mollie’s API, for tests.',
    allowed: 'an address that begins with https:// or http://',
    schema: url(isHttp),
    byDefault: 'https://api.mollie.com',
  },
  VAT_PERCENT: {
    about: 'Rate of the VAT that prices of packages include.',
    ...number(0, 50),
    byDefault: '21',
  },
  WORKER: {
    about:
      'Role of this instance: `in` serves the site and runs background jobs, `off` only serves the site, `only` only runs jobs, `relay` only relays streams.',
    ...oneOf('in', 'only', 'off', 'relay'),
    byDefault: 'in',
  },
  LOG_LEVEL: {
    about: 'Minimum level of log lines.',
    ...oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    byDefault: 'info',
  },
  LOG_FILE: {
    about: 'Path of the log; `-` is standard output.',
    allowed: 'the path of a file, or -',
    schema: text(/^[^\0]+$/),
    otherwise: '`DATA_DIR/log/choice.log`',
  },
  LOG_MAX_MB: {
    about: 'Size in MB at which the log is rotated.',
    ...number(1, 10_000),
    byDefault: '20',
  },
  LOG_FILES: {
    about: 'Number of log files to keep, including the current one.',
    ...number(1, 1000),
    byDefault: '5',
  },
  METRICS_PORT: {
    about: 'Separate port for `/health` and `/metrics`, also with `WORKER=only`: on `127.0.0.1`, or on `HOST` with `METRICS_TOKEN`.',
    ...number(1, 65535),
  },
  METRICS_TOKEN: {
    about: 'Bearer token for `/metrics`. Without it, the site does not serve that path.',
    allowed: 'at least 16 characters without spaces',
    schema: text(/^\S{16,}$/),
    isSecret: true,
  },
} as const satisfies Record<string, Setting>
