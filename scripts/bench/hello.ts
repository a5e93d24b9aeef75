// The floor that the flows are measured against: a bare server that says hello.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
