/** Returns the folder of the build of these sources, else of the newest build; undefined without a build. */
export function findBuild(): { folder: string; isCurrent: boolean } | undefined
/** Whether packages and builds can be written here. */
export function isTreeWritable(): boolean
/** Builds the sources if needed. @returns the folder of their build */
export function build(): Promise<string>
