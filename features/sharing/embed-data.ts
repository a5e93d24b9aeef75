/** The data block in the page of an embedded player. */
export interface EmbedData {
  videos: readonly EmbedVideo[]
  /** Start of the first video in seconds. */
  startSeconds: number | null
  texts: EmbedTexts
}

export interface EmbedVideo {
  id: string
  title: string
  image: string | null
  src: string
  embed_url: string | null
  content_type: string | null
  start_at: number | null
  end_at: number | null
  /** URLs of WebVTT files on this host. */
  captions: readonly { language: string; label: string; src: string }[]
  /** URL of the video's page. */
  href: string
}

/** The script fills in `{title}` and `{provider}`. */
export interface EmbedTexts {
  frame: string
  consent: string
  failed: string
}

export const embedDataId = 'embed-data'
