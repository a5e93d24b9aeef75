import { expect, test } from 'vitest'
import { titleOfFile } from './media-type.ts'

test.for([
  ['/My_first+film.mp4', 'My first film'],
  ['/1984.mp4', '1984'],
  ['/vod/night-train/master.m3u8', 'night-train'],
  ['/vod/night-train/hls.m3u8', 'night-train'],
  ['/harbour/hls/720p/index.m3u8', 'harbour'],
  ['/harbour/playlist_1080p.m3u8', 'harbour'],
  ['/harbour/v1/chunklist_w1512.m3u8', 'harbour'],
  ['/harbour/manifest.mpd', 'harbour'],
  ['/films/harbour.ism/manifest.mpd', 'harbour'],
  ['/vod/_definst_/mp4:low_tide.mp4/playlist.m3u8', 'low tide'],
  ['/L%C3%A9on/stream.m3u8', 'Léon'],
  ['/night-train.m3u8', 'night-train'],
  ['/live/2026/11/index.m3u8', undefined],
  ['/0123456789abcdef0123/master.m3u8', undefined],
  ['/hls.m3u8', undefined],
  ['/', undefined],
] as const)('the title of %s', ([path, title]) => expect(titleOfFile(new URL(path, 'https://films.example'))).toBe(title))
