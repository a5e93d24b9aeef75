import { archive, clip, link, vimeo, youtube } from '../links.ts'
import type { DemoPerson } from '../types.ts'
import { nightTrains } from './night-trains.ts'
import { noorderlicht } from './noorderlicht.ts'
import { slowWaters } from './slow-waters.ts'

export const marieke: DemoPerson = {
  nickname: 'demo.marieke',
  firstName: 'Marieke',
  lastName: 'De Smedt',
  city: 'Gent',
  language: 'en',
  countryId: 239,
  birthday: '1989-04-17',
  picture: 'portrait',
  playlists: [
    slowWaters,
    nightTrains,
    noorderlicht,
    {
      name: 'Tonight',
      status: 'private',
      isLeft: true,
      picture: 'cinema-a',
      about: 'If nobody rings.',
      series: [
        {
          name: 'First this',
          videos: [
            youtube('WhWc3b3KhnY', 'Spring', '7:44', { picture: 'forest-a' }),
            clip('aurora/index.m3u8', 'The hut, once more', '0:20', { picture: 'aurora' }),
            archive('silent-sherlock-jr-', 'Sherlock Jr.', '45:00', { picture: 'film-a', isHome: true }),
          ],
        },
        {
          name: 'And if I am still awake',
          videos: [
            archive('CarnivalofSouls', 'Carnival of Souls', '1:18:00'),
            vimeo(14074949, 'Dark Side of the Lens', '6:11', { picture: 'wave-a' }),
          ],
        },
      ],
    },
    {
      name: 'For Lou and Mette',
      status: 'privateLink',
      isLeft: true,
      picture: 'boat',
      tags: ['godchildren'],
      about: 'Grandmother has the link. Nothing scary after the first minute.',
      series: [
        {
          name: 'Saturday morning',
          videos: [
            youtube('SkVqJ1SGeL0', 'Caminandes 3: Llamigos', '2:30', { picture: 'dunes-a' }),
            clip('reef/index.m3u8', 'Count the fish', '0:18', { picture: 'reef' }),
            youtube('IvUU8joBb1Q', 'Marble machine', '4:33', { picture: 'hands-a' }),
          ],
        },
      ],
    },
    { name: 'To sort', status: 'private', about: 'Later.', series: [] },
    {
      name: 'Song of the week',
      status: 'privateLink',
      picture: 'equaliser',
      series: [{ name: 'Week 46', videos: [clip('last-call.m4a', 'Last call', '0:18', { picture: 'mic-a' })] }],
    },
    {
      name: 'Linear algebra',
      status: 'private',
      picture: 'books-a',
      finished: true,
      about: 'Done! It took two winters.',
      series: [
        {
          name: 'All of it',
          videos: [
            youtube('J7DzL2_Na80', 'Lecture 1', '39:49'),
            youtube('aircAruvnKk', 'And what it is good for', '18:40', { picture: 'helix' }),
          ],
        },
      ],
    },
    {
      name: 'Ardennes 2024',
      status: 'private',
      isArchived: true,
      picture: 'tent',
      series: [
        {
          name: 'Hikes',
          videos: [
            clip('meadow.mp4', 'Behind the camp site', '0:16', { picture: 'hollow-wide' }),
            clip('rain-window.mp4', 'Day two', '0:14'),
          ],
        },
      ],
    },
    {
      name: 'Wedding playlist, do not delete',
      status: 'private',
      isArchived: true,
      series: [{ name: 'First dance', videos: [youtube('vmDDOFXSgAs', 'Take Five', '5:24')] }],
    },
  ],
  groups: [
    {
      name: 'Travel plans',
      status: 'private',
      playlists: [
        {
          name: 'Interrail 2027',
          status: 'private',
          picture: 'viaduct-a',
          series: [
            {
              name: 'Lines',
              videos: [
                youtube('z7VYVjR_nwE', 'Bergen to Oslo', '7:14:13', { picture: 'peak-a' }),
                link('https://www.seat61.com/sleepers.htm', 'All sleeper trains of Europe', 'The Man in Seat 61', undefined),
              ],
            },
          ],
        },
        {
          name: 'Weekend in Utrecht',
          status: 'privateLink',
          picture: 'canal-a',
          about: 'For Noor, who still thinks that we are going by car.',
          series: [
            {
              name: 'Homework',
              videos: [youtube('n-AbPav5E5M', 'Rush hour', '2:26', { picture: 'lane' }), youtube('FlApbxLz6pA', 'Junctions', '4:29')],
            },
          ],
        },
        {
          name: 'Iceland, some day',
          status: 'private',
          series: [
            {
              name: 'Maybe',
              videos: [link('https://www.dailymotion.com/video/xwr14q', 'Midnight Sun', 'Dailymotion', '4:06', { picture: 'iceberg' })],
            },
          ],
        },
      ],
    },
    {
      name: 'The old house',
      status: 'private',
      isArchived: true,
      picture: 'lane',
      playlists: [
        {
          name: 'Kitchen, before and after',
          status: 'private',
          about: 'Four months of dust.',
          series: [{ name: 'Done', videos: [clip('rain-window.mp4', 'The new window, in the rain', '0:14')] }],
        },
        {
          name: 'Garden sounds',
          status: 'privateLink',
          picture: 'stream',
          series: [{ name: 'Mornings', videos: [clip('meadow.mp4', 'The blackbird, five o’clock', '0:16', { picture: 'birds' })] }],
        },
      ],
    },
  ],
  directPublish: [
    {
      name: 'From my window',
      videos: [
        clip('night-train.mp4', 'The last one over the viaduct', '0:16', { picture: 'night-train', about: 'Finally a clear night.' }),
        vimeo(31158841, 'Murmuration', '2:03', { picture: 'birds', about: 'Look what two people in a canoe saw.' }),
        youtube('XuBdf9jYj7o', 'How the Dutch got their cycle paths', '6:29', { picture: 'bike-a' }),
      ],
    },
  ],
  follows: [
    { name: 'Small Planets', isNew: true },
    { name: 'Tante Rita kookt' },
    { name: 'Spokes', isNew: true },
    { name: 'Grain & Light' },
    { name: 'Radio Nacht' },
  ],
  watchLater: [
    {
      name: 'Videos',
      videos: [
        vimeo(7809605, 'vimeo.com - 2026-11-02 - 21:14:07', '12:30'),
        youtube('nJPERZDfyWc', 'www.youtube.com - 2026-11-06 - 08:02:51', '37:30'),
        archive('Detour_movie', 'archive.org - 2026-11-14 - 23:40:19', '1:08:00'),
        clip('patch.mp4', 'Patch 11, three oscillators', '0:16', { picture: 'patch' }),
      ],
    },
  ],
}
