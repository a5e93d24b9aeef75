import { archive, clip, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const underWater: DemoPlaylist = {
  name: 'Under Water',
  slug: 'under-water',
  status: 'public',
  rank: 6,
  picture: 'reef',
  tags: ['ocean', 'animals', 'diving'],
  about: 'Hold your breath. Fish, currents and one octopus with a camera.',
  series: [
    {
      name: 'Below the surface',
      videos: [
        clip('reef/index.m3u8', 'The reef, a quarter past four', '0:18', {
          picture: 'reef-a',
          about: 'Feeding time is at half past. They know.',
        }),
        vimeo(5606758, 'Kuroshio Sea', '4:24', {
          picture: 'reef',
          date: '2009-07-15',
          about: 'The second largest tank in the world, and the only thing that moves is everything.',
        }),
        youtube('x5DyBkYKqnM', 'Octopus steals my camera', '3:22', {
          picture: 'cells-a',
          date: '2010-04-12',
          about: 'And swims off with it. While it is recording. The diver is remarkably polite.',
        }),
        youtube('u7deClndzQw', 'The same window, on YouTube', '4:24'),
        youtube('CCmTY0PKGDs', 'Perpetual Ocean', '3:03', { picture: 'maze', date: '2012-03-27' }),
        vimeo(14074949, 'Dark Side of the Lens', '6:11', {
          picture: 'wave-a',
          about: 'Half of it is under, the other half is about going back under.',
        }),
      ],
    },
    {
      name: 'On the shore, drying',
      videos: [
        clip('low-tide.mp4', 'Low tide at Ostend', '0:16', { picture: 'sea-a' }),
        archive('silent-nanook-of-the-north', 'Nanook of the North', '1:18:40', {
          about: 'The seal hunt is at 48 minutes. Half of it was staged, all of it was cold.',
        }),
        archive('steamboat-willie-mickey', 'Steamboat Willie', '7:42', { picture: 'sails', about: 'Technically a boat film.' }),
      ],
    },
  ],
}
