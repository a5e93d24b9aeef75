import { archive, clip, link, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const concreteLove: DemoPlaylist = {
  name: 'Concrete Love',
  slug: 'concrete-love',
  status: 'public',
  rank: 12,
  picture: 'brutal-a',
  tags: ['architecture', 'cities', 'brutalism'],
  about:
    'For buildings that nobody called pretty at the opening. Cities as they were planned, as they turned out, and as they look at five in the morning.',
  series: [
    {
      name: 'Planned',
      videos: [
        vimeo(7809605, 'The Third & The Seventh', '12:30', {
          picture: 'stairs',
          date: '2009-11-25',
          about: 'Not one photograph in it. One man, one computer, and the library at Exeter.',
        }),
        archive('ToNewHor1940', 'To new horizons', '22:59', {
          picture: 'city-a',
          about: 'The city of 1960, as General Motors saw it in 1940. The crossings are for other people.',
        }),
        archive('TheCity_201505', 'The City', '43:00', {
          about: 'Lewis Mumford wrote it, Aaron Copland composed it, and it wants you to move to a garden.',
        }),
        archive('Designfo1956', 'Design for dreaming', '9:16', {
          picture: 'film-a',
          about: 'A kitchen that bakes the cake alone. She dances.',
        }),
        youtube('0fKBhvDjuy0', 'Powers of Ten', '9:01', { about: 'By two architects, and you can tell.' }),
      ],
    },
    {
      name: 'As it turned out',
      videos: [
        clip('rain-window.mp4', 'The bus shelter, sixth floor up', '0:14', {
          picture: 'rain-window',
          about: 'The estate at night through a window that does not close.',
        }),
        youtube('uxykI30fS54', 'Why city design is important', '14:29', { picture: 'topo-a' }),
        archive('Bridging1937', 'Bridging San Francisco Bay', '16:42', { picture: 'light-a' }),
        archive('SanFrancisco1955CinemascopeFilm', 'San Francisco in 1955', '21:28', { picture: 'windows' }),
        link('https://www.dailymotion.com/video/xcv6dv', 'Pixels', 'Dailymotion', '2:34', {
          date: '2010-04-07',
          about: 'New York is eaten by arcade machines. Structurally sound until the end.',
        }),
      ],
    },
  ],
}
