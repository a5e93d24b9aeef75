/** A name unique in its category identifies each thing. */
export type Video = readonly [title: string, views: number, description?: string]
export interface Channel {
  name: string
  views: number
  tags?: string[]
  description?: string
  /** Videos by the name of their series. */
  series?: Record<string, readonly Video[]>
}
export interface TvStation {
  name: string
  groups: string[]
  /** Titles of coming programmes, each starting an hour after the previous. */
  programmes?: string[]
}
export interface Package {
  name: string
  packageName: string
}
