import { expect, test } from 'vitest'
import { findLink, parseSharedUrl } from './rules.ts'

const [channel, video] = ['ChannelChan', 'VideoVideoV']
const address = (url: string) => parseSharedUrl(url, ['choice.test', 'localhost:3000'], { video })?.path

test.each([
  [`https://choice.test/en/playlists?playlist=${channel}&video=${video}`],
  [`http://localhost:3000/my-playlists?video=${video}&playlist=${channel}&t=5`],
  [`/playlists?playlist=${channel}&play=${video}`],
])('%s is an address of the video', (url) => expect(address(url)).toBe(`/en/playlists?playlist=${channel}&video=${video}`))

test('the language of the address is kept', () =>
  expect(address(`https://choice.test/nl/playlists?playlist=${channel}&video=${video}`)).toMatch(/^\/nl\//))

test.each([
  `https://elsewhere.test/en/playlists?playlist=${channel}&video=${video}`,
  `https://choice.test.elsewhere.test/en/playlists?playlist=${channel}&video=${video}`,
  `https://choice.test@elsewhere.test/en/playlists?playlist=${channel}&video=${video}`,
  `//elsewhere.test/en/playlists?playlist=${channel}&video=${video}`,
  `javascript:alert(1)//choice.test/en/playlists?playlist=${channel}&video=${video}`,
  `ftp://choice.test/en/playlists?playlist=${channel}&video=${video}`,
  `https://choice.test/en/playlists?video=${video}`,
  `https://choice.test/en/playlists?playlist=${channel}&video=Another`,
  `https://choice.test/api/playlists?playlist=${channel}&video=${video}`,
  'https://',
  '',
])('%s is no address of the video', (url) => expect(address(url)).toBeUndefined())

test.each([
  ['Look at this: https://films.test/1?a=b&c=d.', 'https://films.test/1?a=b&c=d'],
  ['(see http://films.test/two), it is good', 'http://films.test/two'],
  ['“Title” HTTPS://FILMS.TEST/3', 'HTTPS://FILMS.TEST/3'],
  ['no link here, javascript:alert(1)', undefined],
])('finds the link in %s', (text, link) => expect(findLink(text)).toBe(link))
