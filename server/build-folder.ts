import { join, sep } from 'node:path'

/** The folder of the build that this code belongs to; undefined when it runs from its sources. */
export const buildFolder: string | undefined = import.meta.filename.endsWith('.js')
  ? import.meta.dirname.slice(0, import.meta.dirname.lastIndexOf(`${sep}server`))
  : undefined

/** Migrations belong to a build: newer ones may lie in the project's folder while an older build runs. `root` is the project's folder. */
export const migrationsFolder = (root: string): string => join(buildFolder ?? root, 'migrations')
