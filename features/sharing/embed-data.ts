/** What the page of an embedded player tells its script, in a data block. */
export interface EmbedData {
  videos: readonly EmbedVideo[]
  /** Seconds from the beginning at which the first one begins. */
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
  /** Addresses of WebVTT files on this host. */
  captions: readonly { language: string; label: string; src: string }[]
  /** Its page. */
  href: string
}

/** `{title}` and `{provider}` are filled in by the script. */
export interface EmbedTexts {
  frame: string
  consent: string
  failed: string
}

export const embedDataId = 'embed-data'
