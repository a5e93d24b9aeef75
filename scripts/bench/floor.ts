// The floor that flows are measured against: bare `node:http` and one prepared statement a request, in which PostgreSQL itself builds
// the answer as JSON text. The same rows and the same JSON as the product's, and nothing else: nobody is asked who they are, nothing is
// checked, counted or logged. docs/decisions/benchmarks.md says why.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { inTransaction, statements } from './floor-statements.ts'

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  idleTimeoutMillis: 0,
  options: '-c plan_cache_mode=force_generic_plan',
})

async function transaction(asked: pg.QueryArrayConfig) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await client.query<[string]>(asked)
    await client.query('commit')
    return answer
  } finally {
    client.release()
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  return JSON.parse(body)
}

/** `/{statement}/{value}`; what is POSTed is the value, as JSON. */
createServer((request, response) => {
  const [, name = '', value = ''] = request.url!.split('/')
  const answer = async () => {
    const statement = statements[name]
    if (!statement) return response.writeHead(404).end()
    const given = request.method === 'POST' ? await bodyOf(request) : value
    const asked = { name, text: statement, values: [given], rowMode: 'array' as const }
    const { rows } = await (inTransaction.has(name) ? transaction(asked) : pool.query<[string]>(asked))
    const body = Buffer.from(rows[0]![0])
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
  }
  answer().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end()
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')
