import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns true if the URL of a GET is presigned (AWS Signature Version 4) and hasn't expired. Needed because the store checks
 * neither.
 */
export function isPresigned({ method, url = '', headers }: IncomingMessage, secret: string): boolean {
  const { pathname, searchParams: query } = new URL(url, 'http://s3')
  const [, date = '', region = ''] = /^[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request$/.exec(query.get('X-Amz-Credential') ?? '') ?? []
  const time = query.get('X-Amz-Date') ?? ''
  const begin = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (method !== 'GET' || !(Date.now() <= begin + Number(query.get('X-Amz-Expires')) * 1000)) return false
  const signed = query.get('X-Amz-SignedHeaders') ?? ''
  const canonical = [
    method,
    pathname,
    [...query]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    signed,
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date))
  return hmac(key, text).toString('hex') === query.get('X-Amz-Signature')
}
