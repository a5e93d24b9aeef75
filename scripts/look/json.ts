import { readFileSync } from 'node:fs'

/** Reads a JSON file of this folder, and replaces `{name}` with its value. @throws if there is no such value */
export function readJson(file: string, values: Readonly<Record<string, string | null | undefined>>): unknown {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (typeof value !== 'string') throw new Error(`${file}: no value for ${name}`)
    return value
  })
  return JSON.parse(filled)
}
