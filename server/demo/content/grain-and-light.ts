import { archive, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const grainAndLight: DemoPlaylist = {
  name: 'Grain & Light',
  slug: 'grain-and-light',
  status: 'public',
  rank: 13,
  picture: 'film-a',
  tags: ['cinema', 'silent film', 'film noir', 'essays'],
  about:
    'Old films in full and new films about how old films work. Everything here is free to watch, most of it because somebody forgot a form in 1956.',
  series: [
    {
      name: 'How it is done',
      videos: [
        youtube('UWEjxkkB8Xs', 'Buster Keaton: the art of the gag', '8:35', {
          picture: 'cinema-a',
          date: '2015-11-21',
          about: 'After this you will see him in every film that is funny without talking.',
        }),
        youtube('Z1PCtIaM_GQ', 'How to do action comedy', '9:17', {
          picture: 'hands-a',
          date: '2014-12-02',
          about: 'Start with a disadvantage. Make the pain visible.',
        }),
        youtube('3FOzD4Sfgag', 'How to do visual comedy', '8:16', { date: '2014-05-26' }),
        youtube('8q4X2vDRfRk', 'The Spielberg oner', '7:14', { picture: 'light-a', date: '2014-05-10' }),
        youtube('nJPERZDfyWc', 'Everything is a remix', '37:30', { about: 'The complete one. Yes, also the thing you thought was new.' }),
        vimeo(1084537, 'Big Buck Bunny', '9:57', {
          picture: 'title',
          date: '2008-05-29',
          about: 'As an example of three-point lighting on fur.',
        }),
      ],
    },
    {
      name: 'Silent, with your own music',
      videos: [
        archive('silent-sherlock-jr-', 'Sherlock Jr.', '45:00', {
          picture: 'film-a',
          about: 'He walks into the screen. In 1924, without a computer; people are still measuring how.',
        }),
        archive('The_General_Buster_Keaton', 'The General', '1:47:00', { picture: 'viaduct-a' }),
        archive('silent-safety-last', 'Safety last!', '1:13:20', {
          picture: 'city-a',
          about: 'The clock is after an hour. Hold on to something.',
        }),
        archive('Nosferatu1922', 'Nosferatu', '1:34:00', { about: 'The court ordered all copies burned. Somebody did not.' }),
        archive('silent-the-cabinet-of-dr-caligari', 'The cabinet of Dr. Caligari', '1:16:00', {
          picture: 'talk-a',
          about: 'Even the shadows are painted.',
        }),
        archive('lost_world', 'The Lost World', '1:08:00'),
      ],
    },
    {
      name: 'Dark streets',
      videos: [
        archive('Detour_movie', 'Detour', '1:08:00', {
          picture: 'umbrellas',
          about: 'Shot in six days for the price of a car, and you cannot look away.',
        }),
        archive('ScarletStreet', 'Scarlet Street', '1:42:00', { picture: 'windows' }),
        archive('TheStranger_0', 'The Stranger', '1:35:00', { about: 'Orson Welles winds the church clock himself.' }),
        archive('Hitch_Hiker', 'The Hitch-Hiker', '1:11:00', {
          about: 'Directed by Ida Lupino, the only woman who was allowed to, and tighter than all the others.',
        }),
        archive('his_girl_friday', 'His Girl Friday', '1:32:00', {
          picture: 'headphones',
          about: 'Not dark at all. Two hundred and forty words a minute.',
        }),
        archive('MyManGodfrey1936', 'My Man Godfrey', '1:34:00'),
      ],
    },
  ],
}
