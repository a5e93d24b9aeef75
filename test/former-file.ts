import { cleanUpFormerFile } from './clean-up.ts'

await cleanUpFormerFile()
