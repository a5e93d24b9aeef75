import { join, sep } from 'node:path'

/** The folder of the running build; undefined when running from sources. */
export const buildFolder: string | undefined = folderOf(import.meta.filename)

/**
 * Returns the folder of the build that contains this file. Undefined for tests: their bundle of the server isn't in a folder `server` of a
 * build.
 */
function folderOf(file: string): string | undefined {
  const index = file.lastIndexOf(`${sep}server${sep}`)
  return file.endsWith('.js') && index >= 0 ? file.slice(0, index) : undefined
}

/** Returns the migrations of the running build: the project's folder may already have newer ones. `root` is the project's folder. */
export const migrationsFolder = (root: string): string => join(buildFolder ?? root, 'migrations')
