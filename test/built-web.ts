import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes the minimum of a built web app that pages need. */
export function makeWeb(folder: string): string {
  mkdirSync(join(folder, 'assets', 'embed'), { recursive: true })
  const built = {
    'features/sharing/web/embed/main.ts': { file: 'embed-a.js', css: ['embed-a.css'] },
    'features/player/web/cast/main.ts': { file: 'cast-a.js' },
  }
  writeFileSync(join(folder, 'assets', 'embed', 'manifest.json'), JSON.stringify(built))
  for (const name of ['favicon.ico', 'manifest.en.webmanifest', 'manifest.nl.webmanifest', 'sw.js']) writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>')
  return folder
}
