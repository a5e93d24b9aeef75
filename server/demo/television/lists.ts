import { xmlElement, escapeXml } from '#kit/server/xml.ts'
import { pictureUrl } from '#features/media/picture-addresses.ts'
import pictures from '../assets/pictures.json' with { type: 'json' }
import { archiveDays, programmesOf } from './schedule.ts'
import { streamFolder } from './stream-folders.ts'
import type { Bilingual, DemoChannel } from './channels.ts'

/** This site, as the source of the demonstration's streams. */
export interface StreamSite {
  /** `http://localhost:3000` */
  origin: string
  /** The key that `findStreamKey` returns. */
  streamKey: Buffer
}

/** Returns the address of the folder of a channel's streams. */
export const streamsUrl = (channel: DemoChannel, { origin, streamKey }: StreamSite): string =>
  `${origin}/media/demo/tv/${streamFolder(channel, streamKey)}`

/** Returns a channel list like those of broadcasters. The texts need no escaping, as they are our own. */
export function channelList(channels: readonly DemoChannel[], site: StreamSite): string {
  const { origin } = site
  const entries = channels.flatMap((channel) => {
    const { key, number, name, group, kind, userAgent } = channel
    const streams = streamsUrl(channel, site)
    const ending = channel.isSpokenTwice ? 'mpd' : 'm3u8'
    const attributes = {
      'tvg-id': key,
      'tvg-chno': number,
      'group-title': group.en,
      ...(kind === 'radio' && { radio: true }),
      ...(channel.adult && { adult: 1 }),
      catchup: 'default',
      'catchup-days': archiveDays,
      'catchup-source': `${streams}/{utc}-{duration}.${ending}`,
    }
    return [
      `#EXTINF:-1 ${Object.entries(attributes)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')},${name}`,
      ...(userAgent ? [`#EXTVLCOPT:http-user-agent=${userAgent}`] : []),
      `${streams}/live.${ending}`,
    ]
  })
  const items = channels.flatMap(({ key, onDemand = [] }) =>
    onDemand.flatMap(({ title, group, file, picture }) => [
      `#EXTINF:-1 tvg-id="${key}" type="movie" group-title="${group}" tvg-logo="${pictureUrlFor(pictures[picture], origin)}",${title}`,
      `${origin}/media/demo/${file}`,
    ]),
  )
  return ['#EXTM3U', ...entries, ...items, ''].join('\n')
}

/** Formats a time for XMLTV: `20261123060000 +0000`. */
const guideTime = (ms: number) => `${new Date(ms).toISOString().replaceAll(/[-:T]|\..*/g, '')} +0000`

/** Returns the URL of a picture for the guide. */
export const pictureUrlFor = (id: string, origin: string) => `${origin}${pictureUrl(id)}`

/** Returns the programmes between two times, as XMLTV. */
export function formatGuide(channels: readonly DemoChannel[], origin: string, fromMs: number, toMs: number): string {
  const bilingualElements = (name: string, { en, nl }: Bilingual) => [
    xmlElement(name, en, { lang: 'en' }),
    xmlElement(name, nl, { lang: 'nl' }),
  ]
  const channelTags = channels.map(({ key, name }) => `<channel id="${escapeXml(key)}">${xmlElement('display-name', name)}</channel>`)
  const programmes = channels.flatMap((channel) =>
    programmesOf(channel, fromMs, toMs).flatMap(({ show: { title, about, category, picture }, startsAt, stopsAt, episode }) => [
      `<programme start="${guideTime(startsAt)}" stop="${guideTime(stopsAt)}" channel="${channel.key}">`,
      ...bilingualElements('title', title),
      ...bilingualElements('desc', about),
      ...bilingualElements('category', category),
      // Season and episode, counted from 0.
      ...(episode ? [xmlElement('episode-num', `0.${episode - 1}.`, { system: 'xmltv_ns' })] : []),
      ...(picture ? [xmlElement('icon', '', { src: pictureUrlFor(pictures[picture], origin) })] : []),
      '</programme>',
    ]),
  )
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<tv>', ...channelTags, ...programmes, '</tv>', ''].join('\n')
}
