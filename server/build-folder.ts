import { join, sep } from 'node:path'

/** The folder of the running build; undefined when running from sources. */
export const buildFolder: string | undefined = import.meta.filename.endsWith('.js')
  ? import.meta.dirname.slice(0, import.meta.dirname.lastIndexOf(`${sep}server`))
  : undefined

/**
 * Migrations belong to a build: the project's folder may already have newer ones while an older build runs. `root` is the project's folder.
 */
export const migrationsFolder = (root: string): string => join(buildFolder ?? root, 'migrations')
