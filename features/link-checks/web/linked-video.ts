/** The fields of a video that this feature needs. */
export interface LinkedVideo {
  id: string
  title: string
  src: string | null
}
