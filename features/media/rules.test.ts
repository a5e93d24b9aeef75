import { expect, test } from 'vitest'
import { isExpired, parsePictureAddress, pictureSrcset, pictureUrl } from './picture-addresses.ts'
import { addressTitle } from './link-title.ts'
import { endTimeInUrl, frameUrl, detectPlayback } from './rules.ts'

const embedUrlOf = (src: string) => {
  const playback = detectPlayback({ src })
  return playback && [playback.kind, playback.embedUrl, playback.start]
}
const youtube = 'https://www.youtube-nocookie.com/embed/fJ9rUzIMcZQ'
const uuid = '9c9de5e8-0a1e-484a-b099-e80766180a6d'

test.each([
  ['https://www.youtube.com/watch?v=fJ9rUzIMcZQ', youtube, 0],
  ['http://youtube.com/watch?app=desktop&v=fJ9rUzIMcZQ&feature=share', youtube, 0],
  ['https://m.youtube.com/watch?v=fJ9rUzIMcZQ&t=1m5s', `${youtube}?start=65`, 65],
  ['https://music.youtube.com/watch?v=fJ9rUzIMcZQ', youtube, 0],
  ['https://youtu.be/fJ9rUzIMcZQ?si=abc&t=90', `${youtube}?start=90`, 90],
  ['https://www.youtube.com/shorts/fJ9rUzIMcZQ', youtube, 0],
  ['https://www.youtube.com/live/fJ9rUzIMcZQ?feature=share', youtube, 0],
  ['https://www.youtube.com/embed/fJ9rUzIMcZQ?start=7', `${youtube}?start=7`, 7],
  ['https://www.youtube-nocookie.com/embed/fJ9rUzIMcZQ', youtube, 0],
  ['https://www.youtube.com/watch?v=fJ9rUzIMcZQ&list=PLabc_123-x', `${youtube}?list=PLabc_123-x`, 0],
  ['https://www.youtube.com/playlist?list=PLabc_123-x', 'https://www.youtube-nocookie.com/embed/videoseries?list=PLabc_123-x', 0],
])('YouTube: %s', (src, embedUrl, start) => {
  expect(embedUrlOf(src)).toEqual(['youtube', embedUrl, start])
})

test.each([
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1', 0],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1', 0],
  ['https://vimeo.com/76979871#t=1m2s', 'https://player.vimeo.com/video/76979871?dnt=1#t=62s', 62],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1', 0],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1', 0],
  ['https://vimeo.com/groups/shortfilms/videos/76979871', 'https://player.vimeo.com/video/76979871?dnt=1', 0],
  ['https://vimeo.com/showcase/1234/video/76979871', 'https://player.vimeo.com/video/76979871?dnt=1', 0],
  ['https://vimeo.com/event/4154130/abc123', 'https://vimeo.com/event/4154130/embed/abc123', 0],
])('Vimeo: %s', (src, embedUrl, start) => {
  expect(embedUrlOf(src)).toEqual(['vimeo', embedUrl, start])
})

test.each([
  ['https://www.dailymotion.com/video/x8abcd1', 'dailymotion', 'https://geo.dailymotion.com/player.html?video=x8abcd1'],
  ['https://dai.ly/x8abcd1?start=12', 'dailymotion', 'https://geo.dailymotion.com/player.html?video=x8abcd1&startTime=12'],
  ['https://www.dailymotion.com/embed/video/x8abcd1', 'dailymotion', 'https://geo.dailymotion.com/player.html?video=x8abcd1'],
  ['https://geo.dailymotion.com/player/x123.html?video=x8abcd1', 'dailymotion', 'https://geo.dailymotion.com/player.html?video=x8abcd1'],
  ['https://www.dailymotion.com/playlist/x7abc', 'dailymotion', 'https://geo.dailymotion.com/player.html?playlist=x7abc'],
  ['https://www.twitch.tv/somebody', 'twitch', 'https://player.twitch.tv/?channel=somebody'],
  ['https://www.twitch.tv/videos/1234567?t=1h2m3s', 'twitch', 'https://player.twitch.tv/?video=v1234567&time=3723s'],
  ['https://www.twitch.tv/somebody/video/1234567', 'twitch', 'https://player.twitch.tv/?video=v1234567'],
  ['https://www.twitch.tv/somebody/clip/FunnyName-x_1', 'twitch', 'https://clips.twitch.tv/embed?clip=FunnyName-x_1'],
  ['https://clips.twitch.tv/FunnyName-x_1', 'twitch', 'https://clips.twitch.tv/embed?clip=FunnyName-x_1'],
  ['https://player.twitch.tv/?channel=somebody&parent=example.org', 'twitch', 'https://player.twitch.tv/?channel=somebody'],
  [
    'https://soundcloud.com/artist/a-track',
    'soundcloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fartist%2Fa-track&visual=true',
  ],
  [
    'https://soundcloud.com/artist/sets/a-set?si=1',
    'soundcloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fartist%2Fsets%2Fa-set&visual=true',
  ],
  [
    'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293&auto_play=true',
    'soundcloud',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F293&visual=true',
  ],
  [
    'https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv?start=1m',
    'peertube',
    'https://framatube.org/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv?start=60s',
  ],
  [`https://framatube.org/videos/watch/${uuid}`, 'peertube', `https://framatube.org/videos/embed/${uuid}`],
  [`https://framatube.org/videos/embed/${uuid}`, 'peertube', `https://framatube.org/videos/embed/${uuid}`],
  [`https://framatube.org/videos/watch/playlist/${uuid}`, 'peertube', `https://framatube.org/video-playlists/embed/${uuid}`],
  ['https://framatube.org/w/p/kkGMgK9ZtnKfYAgnEtQxbv', 'peertube', 'https://framatube.org/video-playlists/embed/kkGMgK9ZtnKfYAgnEtQxbv'],
])('%s plays by %s', (src, kind, embedUrl) => {
  expect(embedUrlOf(src)?.slice(0, 2)).toEqual([kind, embedUrl])
})

test.each([
  'https://www.youtube.com/@Queen',
  'https://www.youtube.com/results?search_query=x',
  'https://www.youtube.com/watch?v=short',
  'https://vimeo.com/staff',
  'https://www.dailymotion.com/somebody',
  'https://www.twitch.tv/directory/all',
  'https://www.twitch.tv/somebody/about',
  'https://soundcloud.com/artist',
  'https://soundcloud.com/discover/sets',
  'https://w.soundcloud.com/player/?url=https://evil.example/',
  'https://w.soundcloud.com/player/?url=https://notsoundcloud.com/artist/a-track',
  'https://framatube.org/w/short',
  'http://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv',
  'https://notyoutube.com/watch?v=fJ9rUzIMcZQ',
  'https://youtube.com.evil.example/watch?v=fJ9rUzIMcZQ',
  'https://example.org/',
])('%s is a page', (src) => {
  expect(detectPlayback({ src })).toMatchObject({ kind: 'page', embedUrl: null, src })
})

test.each([
  ['https://a.example/live/index.m3u8?token=x', null, 'hls'],
  ['https://a.example/x.mpd', null, 'dash'],
  ['https://a.example/x.MP4#t=30', null, 'file'],
  ['https://a.example/x.webm', 'application/octet-stream', 'file'],
  ['https://a.example/x.mp3', null, 'audio'],
  ['/media/files/x.mp4', null, 'file'],
  ['https://a.example/stream', 'application/vnd.apple.mpegurl; charset=utf-8', 'hls'],
  ['https://a.example/stream', 'audio/mpegurl', 'hls'],
  ['https://a.example/stream', 'application/dash+xml', 'dash'],
  ['https://a.example/stream', 'Video/MP4', 'file'],
  ['https://a.example/stream', 'audio/aacp', 'audio'],
  ['https://a.example/File:x.webm', 'text/html', 'page'],
  ['https://a.example/stream', 'text/html', 'page'],
  ['https://a.example/x.zip', null, 'page'],
])('%s of type %s: %s', (src, type, kind) => {
  expect(detectPlayback({ src, content_type: type })).toMatchObject({ kind, src, embedUrl: null })
})

test('metadata of a page is used as far as trusted, if its address says nothing', () => {
  const src = 'https://news.example/story?t=5'
  expect(detectPlayback({ src, embed_url: 'https://player.example/1' })).toMatchObject({
    kind: 'embed',
    src,
    embedUrl: 'https://player.example/1',
    provider: 'news.example',
  })
  expect(detectPlayback({ src, embed_url: 'https://youtu.be/fJ9rUzIMcZQ' })).toMatchObject({ kind: 'youtube', start: 5 })
  expect(detectPlayback({ src, embed_url: 'https://cdn.example/a.mp4' })).toMatchObject({ kind: 'file', src: 'https://cdn.example/a.mp4' })
  for (const embed_url of ['http://player.example/1', '/media/x', 'javascript:alert(1)', 'data:text/html,x', '//player.example/1', ''])
    expect(detectPlayback({ src, embed_url })?.kind).toBe('page')
  // The video's own URL takes precedence over its metadata.
  expect(detectPlayback({ src: 'https://youtu.be/fJ9rUzIMcZQ', embed_url: 'https://player.example/1' })?.kind).toBe('youtube')
})

test.each([
  null,
  '',
  'javascript:alert(1)',
  'data:video/mp4;base64,AA',
  'ftp://a.example/x.mp4',
  '//a.example/x.mp4',
  '/\\a.example/x.mp4',
  'x.mp4',
  'http://',
])('%j has no playback', (src) => {
  expect(detectPlayback({ src })).toBeNull()
})

test('a frame starts at its position, Twitch with its parent, and our own host is never framed', () => {
  const frame = (src: string, autoplay?: boolean) =>
    frameUrl(detectPlayback({ src })!, { host: 'choice.example', ...(autoplay !== undefined && { autoplay }) })
  expect(frame('https://youtu.be/fJ9rUzIMcZQ?t=9', true)).toBe(`${youtube}?start=9&autoplay=1`)
  expect(frame('https://youtu.be/fJ9rUzIMcZQ')).toBe(youtube)
  expect(frame('https://vimeo.com/76979871#t=5s', true)).toBe('https://player.vimeo.com/video/76979871?dnt=1&autoplay=1#t=5s')
  expect(frame('https://www.twitch.tv/somebody', true)).toBe(
    'https://player.twitch.tv/?channel=somebody&parent=choice.example&autoplay=true',
  )
  expect(frame('https://www.twitch.tv/somebody')).toBe('https://player.twitch.tv/?channel=somebody&parent=choice.example&autoplay=false')
  expect(frame('https://example.org/')).toBeNull()
  const ours = detectPlayback({ src: 'https://example.org/', embed_url: 'https://choice.example/en/settings' })
  expect(frameUrl(ours!, { host: 'choice.example' })).toBeNull()
})

test('a picture’s address contains its sizes and colour', () => {
  const id = 'abcDEF0123456789-500x250-a0b1c2'
  expect(parsePictureAddress(pictureUrl(id))).toEqual({ id, width: 500, height: 250, colour: '#a0b1c2', widths: [160, 320, 500] })
  expect(pictureSrcset(pictureUrl(id))).toBe([160, 320, 500].map((width) => `/media/pictures/${id}/${width}.webp ${width}w`).join(', '))
  const atEdge = `https://cdn.test/media/edge/pictures/${id}/`
  expect(parsePictureAddress(`${atEdge}960.webp`)).toEqual(parsePictureAddress(id))
  expect(pictureSrcset(`${atEdge}960.webp`)).toBe([160, 320, 500].map((width) => `${atEdge}${width}.webp ${width}w`).join(', '))
  for (const foreign of [`https://cdn.test/media/pictures/${id}/960.webp`, `http://cdn.test/media/edge/pictures/${id}/960.webp`])
    expect(parsePictureAddress(foreign)).toBeNull()
  expect(parsePictureAddress('abcDEF0123456789-1600x900-a0b1c2')?.widths).toEqual([160, 320, 640, 960, 1600])
  expect(parsePictureAddress('abcDEF0123456789-16x16-a0b1c2')?.widths).toEqual([16])
  const signed = `${pictureUrl(id)}?until=1700000000&view=a-b_c`
  expect([parsePictureAddress(signed)?.id, pictureSrcset(signed)?.split(', ')[0]]).toEqual([
    id,
    `/media/pictures/${id}/160.webp?until=1700000000&view=a-b_c 160w`,
  ])
  expect([signed, signed.replace('17', '97'), pictureUrl(id)].map(isExpired)).toEqual([true, false, false])
  for (const other of ['', id.toUpperCase(), `../${id}`, `/media/pictures/${id}/x.webp`, `https://a.example/media/pictures/${id}/640.webp`])
    expect([parsePictureAddress(other), pictureSrcset(other)]).toEqual([null, undefined])
})

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90', 'youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtu.be/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871?share=copy', 'vimeo.com/76979871'],
  ['https://films.example.com/night?utm_source=x', 'films.example.com/night'],
])('%s gets the title %s', (address, title) => expect(addressTitle(new URL(address))).toBe(title))

test.each([
  ['https://www.youtube.com/embed/abcdefghijk?start=30&end=75', 75],
  ['https://youtu.be/abcdefghijk?end=1m5s', 65],
  ['https://tube.example/w/1234567891234567891Abc?start=5s&stop=9s', 9],
  ['https://a.example/film.mp4#t=10,20', 20],
  ['https://a.example/film.mp4#t=,20', 20],
  ['https://www.youtube.com/embed/abcdefghijk?start=30&end=30', 0],
  ['https://www.youtube.com/embed/abcdefghijk?start=30&end=soon', 0],
  ['https://a.example/live.m3u8?start=1700000000&end=170000', 0],
  ['https://a.example/calendar?end=20', 0],
])('%s stops at %i', (src, end) => {
  expect(endTimeInUrl(src)).toBe(end)
})
