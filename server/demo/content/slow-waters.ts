import { archive, clip, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const slowWaters: DemoPlaylist = {
  name: 'Slow Waters',
  slug: 'slow-waters',
  status: 'public',
  rank: 0,
  picture: 'canal-a',
  tags: ['slow tv', 'water', 'no talking'],
  about:
    'Rivers, harbours and tides at the speed of somebody who is not in a hurry. No presenter, no music over the wind. Put it on, forget it, look up now and then.',
  series: [
    {
      name: 'Start here',
      type: 'header',
      videos: [
        clip('low-tide.mp4', 'Low tide at Ostend', '0:16', {
          picture: 'low-tide',
          about: 'The last boat that still goes out under sail, and the sun going down behind it.',
        }),
      ],
    },
    {
      name: 'Rivers at walking pace',
      about: 'What a rower sees.',
      videos: [
        clip('low-tide.mp4', 'Low tide at Ostend', '0:16', {
          picture: 'sails',
          about: 'Filmed from the eastern breakwater on the one evening without wind. If it is too quiet: that is the point.',
        }),
        vimeo(31158841, 'Murmuration', '2:03', {
          picture: 'birds',
          date: '2011-11-02',
          about: 'Two friends in a canoe on the Shannon, and then the sky begins to move.',
        }),
        archive('79074TheRiver_201601', 'The River', '31:00', {
          picture: 'balloons',
          about: 'Pare Lorentz follows the Mississippi from the first drop to the sea. Made in 1938, and the text is still being quoted.',
        }),
        youtube('CCmTY0PKGDs', 'Perpetual Ocean', '3:03', {
          picture: 'maze',
          about: 'All currents of the world in one go. Van Gogh would have nodded.',
        }),
        vimeo(14074949, 'Dark Side of the Lens', '6:11', {
          picture: 'wave-a',
          about: 'A man who photographs waves explains why it is cold and why he stays.',
        }),
        archive('Bridging1937', 'Bridging San Francisco Bay', '16:42', {
          about: 'The water is the main character. The bridge does not know that yet.',
        }),
      ],
    },
    {
      name: 'Harbours after dark',
      videos: [
        clip('aurora/index.m3u8', 'A hut on the fjord, four in the morning', '0:20', {
          picture: 'aurora-a',
          about: 'Captions in English and Dutch. Thirty below, according to the man who filmed it.',
        }),
        vimeo(32001208, 'Earth: time lapse view from space', '5:00', {
          picture: 'windows',
          date: '2011-11-13',
          about: 'From the space station: you recognise the harbours by their light.',
        }),
        archive('SanFrancisco1955CinemascopeFilm', 'San Francisco in 1955', '21:28', {
          picture: 'light-a',
          about: 'An amateur with a wide lens and a free weekend. The ferry scene starts at about eleven minutes.',
        }),
        vimeo(5606758, 'Kuroshio Sea', '4:24', {
          picture: 'reef-a',
          about: 'The big window at Okinawa, an hour before closing. Whale sharks have no evenings.',
        }),
      ],
    },
  ],
}
