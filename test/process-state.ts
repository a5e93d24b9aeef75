import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches empty collections. At module level, they outlive a request. */
const collection = String.raw`= (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|\[\]|\{\})$`
/** Matches constructors of caches, which count anywhere and with any arguments. */
const cache = String.raw`= new (?:LRU\w*|QuickLRU|TTLCache|NodeCache)\b`
const declared = String.raw`(?:export )?(?:const (\w+)\b.*(?:${collection}|${cache})|let (\w+)\b.*)`

const atModuleLevel = new RegExp(`^${declared}`)
/** Matches functions that make a service once per process, by their names. State declared directly in such a function counts. */
const makers = /^(?:export )?(?:async )?(?:function |const )(?:create|serve|start|open)[A-Z]/
const makerPattern = new RegExp(`^ {2}(?:const (\\w+)\\b.*${collection})`)
const cachePattern = new RegExp(`^\\s*(?:(?:const|let) |(?:readonly )?)(#?\\w+)\\b.*${cache}`)

/** @param text a source, formatted like the others @returns the names of the state, in order */
export function findStateIn(text: string): string[] {
  const results: string[] = []
  let isInMaker = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line) && !/^[)}\]]/.test(line)) isInMaker = makers.test(line)
    const [, constant, variable] = atModuleLevel.exec(line) ?? cachePattern.exec(line) ?? (isInMaker ? makerPattern.exec(line) : null) ?? []
    const name = constant ?? variable
    if (name !== undefined) results.push(name)
  }
  return results
}

/** Returns the state in all sources of the server, as `file name`. */
export const listState = (): string[] =>
  ['kit', 'features', 'server']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/\/web\/|\.gen\./.test(path))
    .toSorted()
    .flatMap((path) => findStateIn(readFileSync(path, 'utf8')).map((name) => `${path} ${name}`))
