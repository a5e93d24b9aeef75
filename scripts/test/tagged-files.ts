import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the test files whose source matches a pattern. */
const findFiles = (pattern: RegExp): string[] =>
  ['features', 'kit', 'server', 'test']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => /\.(test|e2e)\.tsx?$/.test(path) && pattern.test(readFileSync(path, 'utf8')))

/**
 * Returns test files that have a test with one of these tags. Vitest needs only these: loading the others would take longer than many
 * tests.
 */
export const filesWithTags = (tags: readonly string[]): string[] =>
  findFiles(new RegExp(`@module-tag (${tags.join('|')})\\b|\\btags: \\[[^\\]]*'(${tags.join('|')})'`))

/**
 * Returns test files whose tests all have one of these tags. A run without the tags must leave these files out: Vitest calls no `afterAll`
 * if all tests of a file are skipped, so servers that the file starts outside of tests would never end.
 */
export const filesWithOnlyTags = (tags: readonly string[]): string[] =>
  tags.length === 0 ? [] : findFiles(new RegExp(`^(//|/\\*\\*) @module-tag (${tags.join('|')})\\b`))
