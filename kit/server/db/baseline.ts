import { createHash } from 'node:crypto'
import { SetupError } from '../setup-error.ts'

export interface AppliedMigration {
  name: string
  checksum: string
}
export interface Migration extends AppliedMigration {
  text: string
}

const headerPattern = /^-- Replaces the migrations up to (\d{4}_\w+\.sql) with the checksum ([0-9a-f]{64})\.$/m

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Returns the applied migrations. If the first migration file is a baseline (its header names the migrations that it replaces), the result
 * contains the baseline instead of those migrations.
 * @param applied in the order of their names
 * @throws SetupError if the replaced migrations are incomplete, unknown or changed
 */
export function withBaseline(applied: readonly AppliedMigration[], [first]: readonly Migration[]): readonly AppliedMigration[] {
  const [, newest, checksum] = (first && headerPattern.exec(first.text)) ?? []
  const earlierMigrations = applied.filter(({ name }) => first && name < first.name)
  const last = earlierMigrations.at(-1)?.name
  if (!first || !newest || !last) return applied
  if (checksumOf(earlierMigrations.map(({ name, checksum: sum }) => `${name} ${sum}\n`).join('')) === checksum)
    return [{ name: first.name, checksum: first.checksum }, ...applied.slice(earlierMigrations.length)]
  if (last < newest)
    throw new SetupError(
      `This release can't upgrade from the migration ${last}: first start the version that CHANGELOG.md names under Upgrading, once.`,
    )
  throw new SetupError(`The migrations up to ${last} are not those that ${first.name} replaces: restore a backup of a released version.`)
}
