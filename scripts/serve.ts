import { main } from '#server/main.ts'
import { join } from 'node:path'

// The server from its sources, for `npm run dev`.
await main(['serve'], process.env, join(import.meta.dirname, '..'))
