import { archive, clip, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const noorderlicht: DemoPlaylist = {
  name: 'Noorderlicht',
  slug: 'noorderlicht',
  status: 'public',
  rank: 7,
  picture: 'aurora',
  tags: ['winter', 'sterren', 'traag'],
  about: 'Voor wie in november al naar sneeuw verlangt. Kou, stilte en af en toe iets groens aan de hemel.',
  series: [
    {
      name: 'Wachten op groen',
      videos: [
        clip('aurora/index.m3u8', 'Vier uur, dertig onder nul', '0:20', {
          picture: 'aurora-a',
          about: 'Met ondertitels in het Nederlands en het Engels. Zet ze aan, er wordt iets verteld.',
        }),
        vimeo(22439234, 'The Mountain', '3:09', {
          picture: 'peak-a',
          date: '2011-04-15',
          about: 'Niet het noorden, wel de mooiste nacht die ik ken: de Teide, een week lang.',
        }),
        vimeo(35396305, 'Yosemite HD', '3:46', { picture: 'tent', date: '2012-01-20' }),
        vimeo(32001208, 'De aarde bij nacht, vanuit het ISS', '5:00', {
          picture: 'windows',
          about: 'Na twee minuten vlieg je er dwars doorheen.',
        }),
        youtube('l3QQQu7QLoM', 'Tien jaar zon', '1:01:06', { picture: 'dunes-a', about: 'Zonder haar geen groen. Eén foto per uur.' }),
        youtube('z7VYVjR_nwE', 'Bergensbanen, minuut per minuut', '7:14:13', { picture: 'viaduct-a', about: 'Na Finse begint de sneeuw.' }),
      ],
    },
    {
      name: 'Bij de kachel',
      videos: [
        archive('silent-nanook-of-the-north', 'Nanook van het noorden', '1:18:40', {
          picture: 'iceberg',
          about: 'Hoe je een raam maakt van ijs.',
        }),
        youtube('lLWEXRAnQd0', 'Bob Ross: eiland in de wildernis', '26:40', { picture: 'forest-a' }),
        clip('last-call.m4a', 'Contrabas en kachel', '0:18', { about: 'Alleen geluid. Doe je ogen dicht.' }),
        youtube('nCKkHqlx9dE', 'Een hut van leem, met blote handen', '11:45', {
          date: '2015-05-08',
          about: 'Hij zegt geen woord en op het einde rookt de schoorsteen.',
        }),
      ],
    },
  ],
}
