/** As much of a video as these need. */
export interface LinkedVideo {
  id: string
  title: string
  src: string
}
