import { escapeScriptJson, scriptJsonBytes } from './script-json.ts'

/** The address of a read, and the JSON that answered it. */
export type FirstData = readonly (readonly [url: string, json: string])[]

/** Bytes of first data that a page takes along. Answers that do not fit are left out: the page asks for them itself. */
const firstDataMaxBytes = 256 * 1024

/** The answers as the contents of a script element. */
export function firstDataBlock(data: FirstData): string {
  const entries: string[] = []
  let left = firstDataMaxBytes
  for (const [url, json] of data) {
    if (json.length > left) continue
    const entry = `[${JSON.stringify(url)},${json}]`
    const bytes = scriptJsonBytes(entry)
    if (bytes > left) continue
    left -= bytes
    entries.push(escapeScriptJson(entry))
  }
  return `[${entries.join()}]`
}
