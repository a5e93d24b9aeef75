import { archive, blenderVideo, clip, link, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

const credit = 'Frames of Big Buck Bunny, © 2008 Blender Foundation, peach.blender.org, CC BY 3.0.'

export const blenderOpenFilms: DemoPlaylist = {
  name: 'Blender Open Films',
  slug: 'blender-open-films',
  status: 'public',
  rank: 2,
  picture: 'sing',
  tags: ['animation', 'open source', 'short films', 'creative commons'],
  about:
    'Everything the Blender people made and gave away, from the first one about a machine that nobody understood to the one with the cat in a spaceship. All free to share; buy a mug from them.',
  series: [
    {
      name: 'Start here',
      type: 'header',
      videos: [clip('meadow.mp4', 'A walk through the meadow', '0:16', { picture: 'hollow-wide', about: credit })],
    },
    {
      name: 'Open films',
      videos: [
        clip('meadow.mp4', 'A walk through the meadow', '0:16', {
          picture: 'hollow-wide',
          about: `The places before the bunny gets up. ${credit}`,
        }),
        youtube('YE7VzlLtp-4', 'Big Buck Bunny', '9:57', {
          picture: 'title',
          date: '2008-05-30',
          about: 'A giant rabbit, three bullies, and the most thorough revenge in the history of meadows.',
          goTo: { url: 'https://peach.blender.org/', title: 'The making of' },
        }),
        youtube('eRsGyueVLvQ', 'Sintel', '14:48', {
          date: '2010-09-30',
          about: 'A girl looks for her dragon. Bring a handkerchief.',
          picture: 'iceberg',
        }),
        youtube('R6MlUcmOul8', 'Tears of Steel', '12:14', {
          date: '2012-09-26',
          about: 'Robots in the Oude Kerk in Amsterdam, and an apology forty years late.',
        }),
        youtube('Y-rmzh0PI3c', 'Cosmos Laundromat', '12:11', {
          picture: 'valley',
          date: '2015-08-10',
          about: 'A sheep on an island has had enough. Then a salesman comes.',
        }),
        youtube('WhWc3b3KhnY', 'Spring', '7:44', {
          picture: 'forest-a',
          date: '2019-04-04',
          about: 'A shepherd and her dog wake up the year.',
        }),
        youtube('_cMxraX_5RE', 'Sprite Fright', '10:30', {
          picture: 'tent',
          date: '2021-10-29',
          about: 'Do not litter. Really, do not.',
        }),
        youtube('UXqq0ZvbOnk', 'Charge', '4:23', { date: '2022-12-15', about: 'An old man, a factory, a battery.' }),
        youtube('u9lj-c29dxI', 'Wing It!', '3:58', {
          picture: 'sky',
          date: '2023-09-19',
          about: 'A cat, a dog and a spaceship made of what was in the barn.',
        }),
        youtube('TLkA0RELQ1g', 'Elephants Dream', '10:54', {
          date: '2009-03-19',
          about: 'The very first. Nobody agrees what it means, me neither.',
        }),
      ],
    },
    {
      name: 'Under five minutes',
      videos: [
        youtube('PVGeM40dABA', 'Coffee Run', '3:05', { picture: 'cup-a', date: '2020-05-29' }),
        youtube('SkVqJ1SGeL0', 'Caminandes 3: Llamigos', '2:30', {
          date: '2016-01-30',
          about: 'A llama and a penguin both want the last berry.',
        }),
        youtube('Z4C82eyhwgU', 'Caminandes 2: Gran Dillama', '2:26', { date: '2013-11-22' }),
        youtube('lqiN98z6Dak', 'Glass Half', '3:13', {
          picture: 'stairs',
          date: '2015-10-30',
          about: 'Two men in a museum. Everybody knows both of them.',
        }),
        youtube('mN0zPOpADL4', 'Agent 327: Operation Barbershop', '3:52', { date: '2017-05-15' }),
        youtube('pKmSdY56VtY', 'Hero', '3:57', { date: '2018-04-16', about: 'Drawn in 3D space with a pencil that does not exist.' }),
        youtube('apiu3pTIwuY', 'The Daily Dweebs', '1:00', { picture: 'bird', date: '2018-01-25' }),
        youtube('nV_awXI9XJY', 'Project Gold', '4:20'),
      ],
    },
    {
      name: 'From their own server',
      about: 'The same films on PeerTube, without anybody counting what you watch.',
      videos: [
        blenderVideo('dmhvQNzwBnrWy1iYzVv5g7', 'Big Buck Bunny (PeerTube)', '9:57', { picture: 'flap' }),
        blenderVideo('8B5QmoLSS3mWJ4fmZZu3Ye', 'Spring (PeerTube)', '7:44', { picture: 'stream' }),
        blenderVideo('mziZQzmf95pGMSqk7BPZvi', 'Sprite Fright (PeerTube)', '10:30'),
        blenderVideo('xymLD6rkpHNug3fzzMyhmZ', 'Coffee Run (PeerTube)', '3:05'),
        archive('ElephantsDream', 'Elephants Dream (Internet Archive)', '10:54'),
        link('https://test-streams.mux.dev/x36xhzz/x36xhzz.m3u8', 'Big Buck Bunny (plain HLS)', 'Mux', '10:34', { picture: 'sing-wide' }),
      ],
    },
  ],
}
