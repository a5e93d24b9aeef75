/** The fields of a video that these need. */
export interface LinkedVideo {
  id: string
  title: string
  src: string | null
}
