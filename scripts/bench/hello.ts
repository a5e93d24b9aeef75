// A bare server that responds "hello": the cost of a minimal request.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
