// A bare server that says hello: what a request costs that asks for nothing.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
