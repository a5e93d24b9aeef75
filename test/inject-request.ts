import { once } from 'node:events'
import type { FastifyInstance, InjectOptions } from 'fastify'

/** Returns the response to an injected request. For an event stream, which never ends, returns only the beginning. */
export async function injectRequest(app: FastifyInstance, options: InjectOptions) {
  const { statusCode, headers, stream } = await app
    .inject({ ...options, payloadAsStream: true })
    .then((response) => ({ statusCode: response.statusCode, headers: response.headers, stream: response.stream() }))
  const chunks: Buffer[] = []
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    const [first] = (await once(stream, 'data')) as [Buffer]
    chunks.push(first)
    stream.destroy()
  } else for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  const rawPayload = Buffer.concat(chunks)
  return { statusCode, headers, rawPayload, body: rawPayload.toString(), json: (): unknown => JSON.parse(rawPayload.toString()) }
}
