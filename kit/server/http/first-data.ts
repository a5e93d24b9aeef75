import { escapeScriptJson, scriptJsonBytes } from './script-json.ts'

/** URLs of reads, with their JSON responses. */
export type FirstData = readonly (readonly [url: string, json: string])[]

/** Maximum bytes of first data in a page. Larger responses are left out; the page requests them itself. */
const firstDataMaxBytes = 256 * 1024

/** Formats the responses as the contents of a script element. */
export function firstDataBlock(data: FirstData): string {
  const entries: string[] = []
  let remaining = firstDataMaxBytes
  for (const [url, json] of data) {
    if (json.length > remaining) continue
    const entry = `[${JSON.stringify(url)},${json}]`
    const bytes = scriptJsonBytes(entry)
    if (bytes > remaining) continue
    remaining -= bytes
    entries.push(escapeScriptJson(entry))
  }
  return `[${entries.join()}]`
}
