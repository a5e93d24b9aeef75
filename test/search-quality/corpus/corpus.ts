import type { Category } from '#features/search/rules.ts'
import { dutchChannels } from './dutch.ts'
import { englishChannels } from './english.ts'
import { packages, stations, usernames } from './television.ts'

export { packages, stations, usernames }
export const channels = [...dutchChannels, ...englishChannels]

/** The names of all things, by the category in which search lists them. */
export const names: Record<Category, readonly string[]> = {
  channels: stations.map(({ name }) => name),
  packages: packages.map(({ name }) => name),
  playlists: channels.map(({ name }) => name),
  series: channels.flatMap(({ series = {} }) => Object.keys(series)),
  videos: [
    ...channels.flatMap(({ series = {} }) => Object.values(series).flatMap((videos) => videos.map(([title]) => title))),
    ...stations.flatMap(({ programmes = [] }) => programmes),
  ],
  users: usernames,
}
