import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { detectPlayback } from '#features/media/rules.ts'
import { parsePictureAddress } from '#features/media/picture-addresses.ts'
import { hasNicknameCharacters, isReserved, lookAlikeKey, nicknameMaxLength } from '#features/accounts/rules.ts'
import { isLink, slugPattern, tidyTags } from '#features/channels/input-rules.ts'
import { limits } from '#features/channels/limits.ts'
import pictures from './assets/pictures.json' with { type: 'json' }
import { channels } from './television/channels.ts'
import { people } from './people.ts'
import { parseDuration } from './rows.ts'
import type { DemoPlaylist, DemoSeries, DemoVideo } from './people.ts'

const assets = join(import.meta.dirname, 'assets')
const groups = people.flatMap(({ groups = [] }) => groups)
const playlists = [...people.flatMap(({ playlists }) => playlists), ...groups.flatMap(({ playlists }) => playlists)]
const series: readonly DemoSeries[] = [
  ...playlists.flatMap(({ series }) => series),
  ...people.flatMap(({ directPublish = [], watchLater = [] }) => [...directPublish, ...watchLater]),
]
const videos = series.flatMap(({ videos }) => videos)
const defaultPlaylists = playlists.filter(({ rank }) => rank !== undefined).toSorted((a, b) => a.rank! - b.rank!)
const isOwn = ({ src }: DemoVideo) => src.startsWith('/media/demo/')
const videosOf = (playlist: DemoPlaylist) => playlist.series.flatMap(({ videos }) => videos)
/** Counts characters as PostgreSQL does: an emoji counts as one. */
const lengthOf = (text: string) => Array.from(text).length
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())

describe('all content fits the columns', () => {
  test.each(playlists)('the channel $name', ({ name, about = '', tags = [], slug, series, status, isArchived }) => {
    expect(lengthOf(name)).toBeLessThanOrEqual(limits.name)
    expect(name.trim()).toBe(name)
    expect(lengthOf(about)).toBeLessThanOrEqual(limits.text)
    expect(tidyTags(tags)).toEqual(tags)
    for (const tag of tags) expect(lengthOf(tag)).toBeLessThanOrEqual(limits.tag)
    if (slug) {
      expect(slug).toMatch(slugPattern)
      expect(isReserved(slug)).toBe(false)
      expect(status).toBe('public')
    }
    if (isArchived) expect(status).not.toBe('public')
    expect(series.length).toBeLessThanOrEqual(limits.series)
    expect(series.filter(({ type }) => type === 'header').length).toBeLessThanOrEqual(1)
  })

  test('series and videos', () => {
    for (const { name, about = '', videos } of series) {
      expect(lengthOf(name)).toBeGreaterThan(0)
      expect(lengthOf(name)).toBeLessThanOrEqual(limits.title)
      expect(lengthOf(about)).toBeLessThanOrEqual(limits.text)
      expect(videos.filter(({ isHome }) => isHome).length).toBeLessThanOrEqual(1)
    }
    for (const { title, about = '', duration, date } of videos) {
      expect(lengthOf(title)).toBeGreaterThan(0)
      expect(lengthOf(title)).toBeLessThanOrEqual(limits.title)
      expect(lengthOf(about)).toBeLessThanOrEqual(limits.text)
      if (duration) expect(duration).toMatch(/^(?:\d{1,2}:)?\d{1,2}:\d\d$/)
      if (date) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
    }
  })

  test('slugs and usernames are unique', () => {
    const slugs = playlists.flatMap(({ slug }) => slug ?? [])
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(new Set(people.map(({ nickname }) => lookAlikeKey(nickname))).size).toBe(people.length)
    for (const { nickname } of people) {
      expect(hasNicknameCharacters(nickname)).toBe(true)
      expect(nickname.length).toBeLessThanOrEqual(nicknameMaxLength)
    }
  })
})

describe('links', () => {
  test.each([...new Set(videos.map(({ src }) => src))])('%s', (src) => {
    expect(detectPlayback({ src })).not.toBeNull()
    if (!src.startsWith('/')) return expect(isLink(src)).toBe(true)
    const [path = ''] = src.replace('/media/demo/', '').split('#')
    // The live channel has no playlist file, as its playlist is generated on request.
    expect(existsSync(join(assets, 'clips', path === 'live/index.m3u8' ? 'live/init.mp4' : path))).toBe(true)
  })

  test('services are recognised by address, other links have a name', () => {
    for (const video of videos) {
      const playback = detectPlayback({ src: video.src, embed_url: video.embedUrl, content_type: video.contentType })
      expect(video.site ?? playback?.provider).toBeTruthy()
      if (/youtube|vimeo|twitch|dailymotion|soundcloud|\/w\//.test(video.src)) expect(playback?.embedUrl).toBeTruthy()
    }
  })

  test.each([
    ['0:16', 16],
    ['9:56', 596],
    ['1:32:04', 5524],
  ])('%s is %i seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds))
})

describe('content of a first visit', () => {
  test('has enough people, channels and videos', () => {
    expect(people.length).toBeGreaterThanOrEqual(5)
    expect(defaultPlaylists.length).toBeGreaterThanOrEqual(12)
    expect(defaultPlaylists.flatMap(videosOf).length).toBeGreaterThanOrEqual(150)
    expect(defaultPlaylists.map(({ rank }) => rank)).toEqual(defaultPlaylists.map((_, index) => index))
    expect(defaultPlaylists.filter(({ series }) => series[0]?.type === 'header').length).toBeGreaterThanOrEqual(3)
    for (const { about, tags, status } of defaultPlaylists) {
      expect(status).toBe('public')
      expect(about).toBeTruthy()
      expect(tags?.length).toBeGreaterThan(0)
    }
    // One channel has no picture, to show how that looks.
    expect(defaultPlaylists.filter(({ picture }) => !picture)).toHaveLength(1)
  })

  test('has content in both languages', () => {
    const isDutch = ({ about = '' }: DemoPlaylist) => / (?:de|het|een|voor|niet) /i.test(about)
    expect(defaultPlaylists.filter(isDutch).length).toBeGreaterThanOrEqual(5)
    expect(defaultPlaylists.filter((playlist) => !isDutch(playlist)).length).toBeGreaterThanOrEqual(5)
    expect(new Set(people.map(({ language }) => language))).toEqual(new Set(['en', 'nl']))
  })

  test('the first cards play files of every type from this server', () => {
    const firstCards = defaultPlaylists.slice(0, 10).map(({ series }) => series.find(({ type }) => type !== 'header')?.videos[0])
    expect(firstCards.every((video) => video && isOwn(video))).toBe(true)
    const ownHosts = new Set(
      defaultPlaylists
        .flatMap(videosOf)
        .filter(isOwn)
        .map(({ src }) => src),
    )
    expect([...ownHosts].filter((src) => src.endsWith('.mp4')).length).toBeGreaterThanOrEqual(5)
    expect([...ownHosts].filter((src) => src.endsWith('.m3u8')).length).toBeGreaterThanOrEqual(4)
    expect([...ownHosts].some((src) => src.endsWith('.m4a'))).toBe(true)
    expect(ownHosts).toContain('/media/demo/live/index.m3u8')
  })

  test('has channels in every state', () => {
    for (const status of ['private', 'privateLink', 'public']) expect(playlists.some((playlist) => playlist.status === status)).toBe(true)
    const counts = playlists.map((playlist) => videosOf(playlist).length)
    for (const count of [0, 1, 200]) expect(counts).toContain(count)
    expect(playlists.some(({ name }) => lengthOf(name) === limits.name)).toBe(true)
    expect(playlists.some(({ name }) => /\p{Extended_Pictographic}/u.test(name))).toBe(true)
    expect(playlists.some(({ name }) => /\p{Script=Arabic}/u.test(name))).toBe(true)
    expect(playlists.some(({ name }) => /[À-ž]/.test(name))).toBe(true)
    for (const mark of ['adult', 'isLeft', 'isArchived', 'finished'] as const)
      expect(playlists.some((playlist) => playlist[mark])).toBe(true)
    expect(playlists.some(({ status, picture }) => status === 'public' && !picture)).toBe(true)
    expect(groups.some(({ playlists }) => playlists.length > 1)).toBe(true)
    expect(groups.some(({ isArchived }) => isArchived)).toBe(true)
    expect(groups.some(({ playlists }) => playlists.length === 0)).toBe(true)
    expect(people.some(({ directPublish }) => directPublish)).toBe(true)
    expect(people.some(({ watchLater }) => watchLater)).toBe(true)
  })

  test('the titles of a long channel differ', () => {
    const long = playlists.find((playlist) => videosOf(playlist).length === 200)!
    expect(new Set(videosOf(long).map(({ title }) => title)).size).toBe(200)
  })
})

describe('files', () => {
  test('stay under 12 MB', () => {
    expect(filesIn(assets).reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(12_000_000)
  })

  test('at least 60 pictures are visually distinct', async () => {
    // A difference hash: compares the brightness of neighbouring fields in an 8 × 8 grid.
    const hashes = await Promise.all(
      Object.values(pictures).map(async (id) => {
        const small = await sharp(join(assets, 'pictures', id, '160.webp'))
          .greyscale()
          .resize(9, 8, { fit: 'fill' })
          .raw()
          .toBuffer()
        return Array.from({ length: 64 }, (_, index) => small[index + Math.floor(index / 8)]! > small[index + Math.floor(index / 8) + 1]!)
      }),
    )
    const distance = (a: readonly boolean[], b: readonly boolean[]) => a.filter((bit, index) => bit !== b[index]).length
    const distinct = hashes.filter((hash, index) => hashes.slice(0, index).every((before) => distance(hash, before) > 10))
    expect(distinct.length).toBeGreaterThanOrEqual(60)
  })

  test('every picture has all its sizes, and no other files exist', () => {
    const expected = Object.values(pictures).flatMap((id) =>
      parsePictureAddress(id)!.widths.map((width) => join(assets, 'pictures', id, `${width}.webp`)),
    )
    expect(filesIn(join(assets, 'pictures')).toSorted()).toEqual(expected.toSorted())
  })

  test('every picture is used, because unused ones would be deleted', () => {
    const used = new Set([
      ...[...people, ...groups, ...playlists, ...videos, ...videos.map(({ more }) => more ?? {})].flatMap(
        (thing) => ('picture' in thing ? thing.picture : []) ?? [],
      ),
      ...channels.map(({ key }) => `logo-${key}`),
    ])
    expect(Object.keys(pictures).filter((name) => !used.has(name))).toEqual([])
  })

  test('frames of the film are credited where they are shown', () => {
    expect(readFileSync(join(assets, 'CREDITS.md'), 'utf8')).toMatch(/Big Buck Bunny.*Blender Foundation[^]*CC BY 3\.0/)
    const credited = defaultPlaylists.flatMap(videosOf).filter(({ src }) => src === '/media/demo/meadow.mp4')
    for (const { about } of credited) expect(about).toMatch(/Blender Foundation.*CC BY 3\.0/)
  })
})
