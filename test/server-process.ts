import { createLog } from '#kit/server/log.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createProductMetrics } from '#server/monitoring.ts'
import { createServices } from '#server/services.ts'

// Runs the product's server as a child process, with settings from its environment. Reports the address to the parent. The argument is the
// sandbox program.
const config = readConfig(process.env, process.cwd())
const services = createServices(config, process.env['DATABASE_URL']!, createLog({ level: 'silent' }), process.argv[2])
const app = await createApp(services, await createProductMetrics(services))
await services.jobs.start()
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('disconnect', () => process.exit())
