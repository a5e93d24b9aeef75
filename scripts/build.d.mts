/** The folder of the build of these sources, else of the newest build; undefined without a build. */
export function findBuild(): { folder: string; isCurrent: boolean } | undefined
/** Can packages and builds be put here? */
export function isTreeWritable(): boolean
/** Builds the sources unless that is done. @returns the folder of their build */
export function build(): Promise<string>
