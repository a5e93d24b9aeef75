// The floor of the flows: bare `node:http` and one prepared statement per request, in which PostgreSQL builds the JSON response. It reads
// the same rows and sends the same JSON as the product, without authentication, checks, counts or logs. docs/decisions/benchmarks.md
// explains why.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { inTransaction, statements } from './floor-statements.ts'

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  idleTimeoutMillis: 0,
  options: '-c plan_cache_mode=force_generic_plan',
})

async function runTransactions(query: pg.QueryArrayConfig, times: number) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (let remaining = times; remaining > 1; remaining--) await client.query(query)
    const response = await client.query<[string]>(query)
    await client.query('commit')
    return response
  } finally {
    client.release()
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  return JSON.parse(body)
}

/** The path is `/{statement}/{parameter}`. The parameter of a POST is its JSON body. */
createServer((request, response) => {
  const [, name = '', value = ''] = request.url!.split('/')
  const answer = async () => {
    const statement = statements[name]
    if (!statement) return response.writeHead(404).end()
    const parameter = request.method === 'POST' ? await bodyOf(request) : value
    const query = { name, text: statement, values: [parameter], rowMode: 'array' as const }
    const times = inTransaction[name]
    const { rows } = await (times === undefined ? pool.query<[string]>(query) : runTransactions(query, times))
    const body = Buffer.from(rows[0]![0])
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
  }
  answer().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    response.writeHead(500).end()
  })
}).listen(Number(process.env['PORT']), '127.0.0.1')
