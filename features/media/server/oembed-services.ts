/** A provider with oEmbed, which is faster than its pages and has no consent walls. */
export interface OEmbedProvider {
  hosts: RegExp
  endpoint: string
  /** Hosts of the provider's pictures. */
  pictureHosts?: RegExp
  /** Whether the provider's oEmbed data is complete, so that the page needn't be read. */
  isComplete?: boolean
}

const providers: readonly OEmbedProvider[] = [
  {
    hosts: /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/,
    endpoint: 'https://www.youtube.com/oembed',
    pictureHosts: /(?:^|\.)ytimg\.com$/,
  },
  { hosts: /(?:^|\.)vimeo\.com$/, endpoint: 'https://vimeo.com/api/oembed.json', isComplete: true, pictureHosts: /(?:^|\.)vimeocdn\.com$/ },
  {
    hosts: /(?:^|\.)(?:dailymotion\.com|dai\.ly)$/,
    endpoint: 'https://www.dailymotion.com/services/oembed',
    pictureHosts: /(?:^|\.)dmcdn\.net$/,
  },
  { hosts: /(?:^|\.)soundcloud\.com$/, endpoint: 'https://soundcloud.com/oembed', pictureHosts: /(?:^|\.)sndcdn\.com$/ },
  { hosts: /^open\.spotify\.com$/, endpoint: 'https://open.spotify.com/oembed', pictureHosts: /(?:^|\.)(?:scdn\.co|spotifycdn\.com)$/ },
  { hosts: /(?:^|\.)tiktok\.com$/, endpoint: 'https://www.tiktok.com/oembed', pictureHosts: /(?:^|\.)tiktokcdn(?:-\w+)?\.com$/ },
  { hosts: /(?:^|\.)ted\.com$/, endpoint: 'https://www.ted.com/services/v1/oembed.json', pictureHosts: /(?:^|\.)tedcdn\.com$/ },
  { hosts: /(?:^|\.)mixcloud\.com$/, endpoint: 'https://www.mixcloud.com/oembed/' },
  { hosts: /(?:^|\.)streamable\.com$/, endpoint: 'https://api.streamable.com/oembed.json' },
  { hosts: /(?:^|\.)loom\.com$/, endpoint: 'https://www.loom.com/v1/oembed' },
  { hosts: /^rumble\.com$/, endpoint: 'https://rumble.com/api/Media/oembed.json' },
  { hosts: /^play\.acast\.com$/, endpoint: 'https://oembed.acast.com/v1/embed-player' },
]

/** Returns the oEmbed provider of a URL, if known. PeerTube may be on any host, with the same path on each. */
export function findProvider(url: URL, isPeerTube: boolean): OEmbedProvider | undefined {
  if (isPeerTube) return { hosts: /./, endpoint: `${url.origin}/services/oembed` }
  return providers.find(({ hosts }) => hosts.test(url.hostname))
}

/** Returns a provider's oEmbed URL for a video. */
export const oEmbedAddress = ({ endpoint }: OEmbedProvider, videoUrl: string) =>
  `${endpoint}?${new URLSearchParams({ url: videoUrl, format: 'json' }).toString()}`

const hostsOf =
  ({ hosts, endpoint, pictureHosts }: OEmbedProvider) =>
  (name: string) =>
    hosts.test(name) || pictureHosts?.test(name) === true || new URL(endpoint).hostname === name

/** Whether this is a host of a known provider, or of its pictures. False for hosts that look like PeerTube only by path. */
export const isServiceHost = (name: string): boolean => providers.some((provider) => hostsOf(provider)(name))
