import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright'
import { findBuild } from '../../scripts/build.mjs'

const web = join(findBuild()!.folder, 'web')

/** Maximum sizes of a guest's first visit to the home page, gzipped. Code that is needed later belongs in a later file. */
const firstVisit = { scriptBytes: 125_000, styleBytes: 13_000, requests: 25 }
/** Maximum size of each script of the first visit, to show which script has grown. */
const files: Readonly<Record<string, number>> = { renderer: 66_000, index: 46_500, landing: 14_500, 'before-paint': 500 }

/** Maximum size of a later file. Doesn't apply to streaming libraries, and to the file for logged-in users, which loads with each page. */
const lazyBytes = 40_000
const larger: Readonly<Record<string, number>> = { HlsMedia: 190_000, 'dash.all.min': 250_000, user: 43_000, popups: 46_000 }

const gzipped = (path: string) => gzipSync(readFileSync(join(web, path)), { level: 9 }).length
/** Returns `landing` for `/assets/en/landing-B6M1Ej8w.js`. */
const nameOf = (path: string) => basename(path).replace(/-[\w-]{7,8}\.\w+$/, '')

/** Compares the requests of a guest's first visit with the limits. @returns exceeded limits, each with its files, largest first */
export function findOverweight(requests: readonly Request[]): string[] {
  const weigh = (type: string) =>
    [...new Set(requests.filter((request) => request.resourceType() === type).map((request) => new URL(request.url()).pathname))]
      .map((path) => ({ path, name: nameOf(path), bytes: gzipped(path) }))
      .toSorted((a, b) => b.bytes - a.bytes)
  const [scripts, styles] = [weigh('script'), weigh('stylesheet')]
  const total = (kind: typeof scripts) => kind.reduce((sum, { bytes }) => sum + bytes, 0)
  const list = (kind: typeof scripts) => kind.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')
  const describeExcess = (label: string, bytes: number, limit: number, more: string) =>
    bytes > limit ? [`${label}: ${bytes} of ${limit} (${more})`] : []
  return [
    ...describeExcess('bytes of script', total(scripts), firstVisit.scriptBytes, list(scripts)),
    ...scripts.flatMap(({ name, path, bytes }) => describeExcess(`bytes of ${name}`, bytes, files[name] ?? 0, path)),
    ...describeExcess('bytes of style', total(styles), firstVisit.styleBytes, list(styles)),
    ...describeExcess('requests', requests.length, firstVisit.requests, requests.map((request) => request.url()).join(', ')),
  ]
}

/** Returns later scripts that are too large, and scripts that contain the schema library. */
export function findOverweightFiles(language: 'en' | 'nl'): string[] {
  const folder = join('assets', language)
  const scripts = readdirSync(join(web, folder)).filter((file) => file.endsWith('.js'))
  if (scripts.length < 50) throw new Error(`${folder} has ${scripts.length} files only`)
  return scripts.flatMap((file) => {
    const name = nameOf(file)
    const bytes = gzipped(join(folder, file))
    const limit = files[name] ?? larger[name] ?? lazyBytes
    return [
      ...(bytes > limit ? [`${file}: ${bytes} of ${limit} bytes`] : []),
      ...(readFileSync(join(web, folder, file), 'utf8').includes('_zod') ? [`${file} has the schema library in it`] : []),
    ]
  })
}
