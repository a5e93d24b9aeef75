import { createLog } from '#kit/server/log.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createProductMetrics } from '#server/monitoring.ts'
import { createServices } from '#server/services.ts'

// The product's server as a process of its own, with the settings of its environment; tells whoever forked it where it listens. Its
// argument is what its sandboxes run.
const config = readConfig(process.env, process.cwd())
const services = createServices(config, process.env['DATABASE_URL']!, createLog({ level: 'silent' }), process.argv[2])
const app = await createApp(services, await createProductMetrics(services))
await services.jobs.start()
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('disconnect', () => process.exit())
