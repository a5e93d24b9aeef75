import { archive, blenderVideo, clip, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const kinderuur: DemoPlaylist = {
  name: 'Kinderuur',
  slug: 'kinderuur',
  status: 'public',
  rank: 14,
  picture: 'crane-a',
  tags: ['kinderen', 'tekenfilms', 'zonder reclame'],
  about: 'Een uur voor het avondeten. Alles hier heb ik samen met Lou en Mette bekeken, en alles mocht nog eens.',
  series: [
    {
      name: 'Nog eentje dan',
      videos: [
        clip('meadow.mp4', 'In het bos, voor het konijn wakker is', '0:16', {
          picture: 'sing-wide',
          about: 'Beelden uit Big Buck Bunny, © 2008 Blender Foundation, peach.blender.org, CC BY 3.0.',
        }),
        clip('reef/index.m3u8', 'Visjes tellen', '0:18', {
          picture: 'reef-a',
          about: 'Lou komt aan negentien. Mette zegt dat er eentje twee keer voorbijkomt.',
        }),
        blenderVideo('dmhvQNzwBnrWy1iYzVv5g7', 'Big Buck Bunny', '9:57', { picture: 'title' }),
        youtube('SkVqJ1SGeL0', 'De lama en de pinguïn', '2:30', { picture: 'balloons', about: 'Caminandes 3. Wie krijgt de laatste bes?' }),
        youtube('Z4C82eyhwgU', 'De lama en het hek', '2:26', { about: 'Caminandes 2.' }),
        youtube('lqiN98z6Dak', 'Twee meneren in het museum', '3:13', { picture: 'boat' }),
        youtube('u9lj-c29dxI', 'Wing It!', '3:58', { picture: 'rocket' }),
      ],
    },
    {
      name: 'Van toen oma klein was',
      videos: [
        archive('steamboat-willie-mickey', 'Steamboat Willie', '7:42', {
          picture: 'wave-a',
          about: 'Bijna honderd jaar oud. Mette kan het fluitje nadoen.',
        }),
        archive('gullivers_travels1939', 'Gullivers reizen', '1:16:00', {
          picture: 'books-a',
          about: 'Lang: voor een regenachtige zondag.',
        }),
        archive('BalloonLandrestored', 'Ballonnenland', '6:50', { about: 'De speldenman is een beetje eng.' }),
        archive('SnowWhiteWithBettyBoop1933', 'Sneeuwwitje, met Betty Boop', '7:00'),
        archive('Superman2.TheMechanicalMonsters', 'Superman en de mechanische monsters', '10:10', { picture: 'city-a' }),
      ],
    },
    {
      name: 'Hoe maken ze dat?',
      videos: [
        youtube('IvUU8joBb1Q', 'De knikkermachine', '4:33', { picture: 'piano-a' }),
        youtube('hUhisi2FBuw', 'Een blikje is knapper dan je denkt', '11:38', { about: 'In het Engels, maar je ziet alles.' }),
        archive('PrivateL1947', 'Het geheime leven van een kat', '22:01', {
          picture: 'portrait',
          about: 'Met jonge katjes. Ja, echt, met jonge katjes.',
        }),
      ],
    },
  ],
}
