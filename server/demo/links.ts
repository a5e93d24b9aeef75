/** The kinds of links that the demonstration content is made of, each from what sets it apart. */
import type { DemoVideo } from './types.ts'

type More = Omit<DemoVideo, 'title' | 'src' | 'duration' | 'embedUrl' | 'contentType'>

/** One of our own clips: plays from this server. */
export const clip = (file: string, title: string, duration: string | undefined, more: More = {}): DemoVideo => ({
  title,
  src: `/media/demo/${file}`,
  site: 'Choice',
  ...(duration !== undefined && { duration }),
  ...(file.startsWith('live/') && { isLive: true as const }),
  ...more,
})

export const youtube = (id: string, title: string, duration: string, more: More = {}): DemoVideo => ({
  title,
  src: `https://www.youtube.com/watch?v=${id}`,
  duration,
  ...more,
})

export const vimeo = (id: number, title: string, duration: string, more: More = {}): DemoVideo => ({
  title,
  src: `https://vimeo.com/${id}`,
  duration,
  ...more,
})

/** A film or recording at the Internet Archive, in its own player. */
export const archive = (item: string, title: string, duration: string, more: More = {}): DemoVideo => ({
  title,
  src: `https://archive.org/details/${item}`,
  embedUrl: `https://archive.org/embed/${item}`,
  site: 'Internet Archive',
  duration,
  ...more,
})

/** An open film on Blender's PeerTube. */
export const blenderVideo = (shortId: string, title: string, duration: string, more: More = {}): DemoVideo => ({
  title,
  src: `https://video.blender.org/w/${shortId}`,
  site: 'Blender Video',
  duration,
  ...more,
})

/** A radio station, or anything else that an address gives as sound. */
export const radio = (src: string, title: string, site: string, more: More = {}): DemoVideo => ({
  title,
  src,
  contentType: 'audio/mpeg',
  site,
  ...more,
})

/** Any other address: a stream, a media file, a page. */
export const link = (src: string, title: string, site: string, duration: string | undefined, more: More = {}): DemoVideo => ({
  title,
  src,
  site,
  ...(duration !== undefined && { duration }),
  ...more,
})
