import { main } from '#server/main.ts'
import { join } from 'node:path'

// Runs the server from its sources, for `npm run dev`.
await main(['serve'], process.env, join(import.meta.dirname, '..'))
