/** Finds statements of a migration that break the previous release, which still runs during a rolling upgrade. */

const name = String.raw`(?:"[^"]+"|[\w.]+)`
const rules: readonly (readonly [RegExp, string])[] = [
  [
    /^drop (?:table|view|materialized view|sequence|type|domain|schema|function|procedure|extension)\b/,
    'drops what the former release uses',
  ],
  [/\bdrop column\b/, 'drops a column'],
  [
    new RegExp(String.raw`^alter table .*\bdrop (?!constraint\b|not null\b|expression\b|identity\b|default\b|column\b)${name}`),
    'drops a column',
  ],
  [/\brename\b/, 'renames'],
  [/\bset schema\b/, 'renames'],
  [new RegExp(String.raw`\balter (?:column )?${name} (?:set data )?type\b`), 'changes a type'],
  [/\bdrop default\b/, 'drops a default'],
]

/** Replaces comments and quoted texts, because their words aren't statements. */
const withoutTexts = (sql: string) =>
  sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The comment that allows a breaking statement in the next line. */
const exceptionPattern = /--\s*contract: unused since (\d+\.\d+)\s*$/m

/** Splits a migration at the semicolons outside of texts and comments. */
function statementsIn(sql: string): string[] {
  const statements = ['']
  for (const [piece] of sql.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[\s\S]/g))
    if (piece === ';') statements.push('')
    else statements[statements.length - 1] += piece
  return statements
}

/** Returns true if a new column gets a value when the previous release, which doesn't know the column, inserts a row. */
const fillsOnOldInserts = (added: string) => /\b(?:default|generated)\b/.test(added) || !/\bnot null\b|\bprimary key\b/.test(added)

/** @param release the last released version, like `0.2.0` @returns a description of each breaking statement */
export function breakingStatements(sql: string, release: string): string[] {
  const defaults = new Set<string>()
  const created = new Set<string>()
  return statementsIn(sql).flatMap((text) => {
    const statement = withoutTexts(text).toLowerCase().replaceAll(/\s+/g, ' ').trim()
    const [, table] = new RegExp(String.raw`^create (?:unlogged )?table (?:if not exists )?(${name})`).exec(statement) ?? []
    if (table !== undefined) created.add(table)
    const [, altered = ''] = new RegExp(String.raw`^alter table (?:if exists )?(?:only )?(${name})`).exec(statement) ?? []
    for (const [, column] of statement.matchAll(new RegExp(String.raw`\balter (?:column )?(${name}) set default\b`, 'g')))
      defaults.add(`${altered} ${column}`)
    // Allowed, because the previous release doesn't know tables that this migration creates.
    if (created.has(altered)) return []
    const result = rules.filter(([pattern]) => pattern.test(statement)).map(([, description]) => description)
    for (const [, column] of statement.matchAll(new RegExp(String.raw`\balter (?:column )?(${name}) set not null\b`, 'g')))
      if (!defaults.has(`${altered} ${column}`)) result.push(`requires ${column}, which the former release may not write`)
    for (const added of statement.split(/\badd column /).slice(1))
      if (!fillsOnOldInserts(added.split(/,(?![^(]*\))/)[0]!)) result.push('adds a required column without a default')
    const since = exceptionPattern.exec(text)?.[1]
    if (since !== undefined && isReleased(since, release)) return []
    return [...new Set(result)].map((description) => `${description}: ${statement.slice(0, 80)}`)
  })
}

/** Returns true if the version, like `0.2`, was released. The release `0.2.0` then no longer uses the column or table. */
function isReleased(version: string, release: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [releasedMajor = 0, releasedMinor = 0] = release.split('.').map(Number)
  return major < releasedMajor || (major === releasedMajor && minor <= releasedMinor)
}
