import { archive, clip, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const repairCafe: DemoPlaylist = {
  name: 'Repair Café Gent',
  slug: 'repair-cafe-gent',
  status: 'public',
  rank: 11,
  picture: 'hands-a',
  tags: ['herstellen', 'gent', 'techniek'],
  about:
    'Elke eerste zaterdag van de maand in de refter van de oude school. Breng mee wat het niet meer doet, wij brengen schroevendraaiers en koffie. Tussendoor kijken we naar hoe dingen eigenlijk werken.',
  series: [
    {
      name: 'Hoe werkt dat eigenlijk?',
      videos: [
        archive('HowaWatc1949', 'Hoe een horloge werkt', '18:40', {
          picture: 'hands-a',
          about: 'Met een model zo groot als een tafel. Daarna durf je het deksel eraf te halen.',
        }),
        archive('Aroundth1937', 'Om de hoek: het differentieel', '9:29', {
          picture: 'cassette',
          about: 'Negen minuten uit 1937 en niemand heeft het ooit beter uitgelegd.',
        }),
        youtube('hUhisi2FBuw', 'Het geniale drankblikje', '11:38', {
          date: '2015-04-14',
          about: 'Bill Hammack kan over een blikje praten tot je er stil van wordt.',
        }),
        youtube('kp33ZprO0Ck', 'De microgolfoven vanbinnen', '5:05', {
          date: '2012-06-14',
          about: 'Kijken mag, openmaken niet: de condensator bijt.',
        }),
        youtube('KZVgKu6v808', 'Hoe je telefoon weet wat boven is', '4:26', { picture: 'television', date: '2012-05-22' }),
        youtube('IvUU8joBb1Q', 'Een machine van knikkers', '4:33', { picture: 'synth-a' }),
      ],
    },
    {
      name: 'Met niets beginnen',
      videos: [
        youtube('nCKkHqlx9dE', 'Hut van leem en wilgentenen', '11:45', { picture: 'forest-a', date: '2015-05-08' }),
        youtube('VVV4xeWBIxE', 'Een blaasbalg voor de smidse', '5:08', {
          date: '2016-06-29',
          about: 'Van modder en boomschors. Wij hebben tenminste nog een stopcontact.',
        }),
      ],
    },
    {
      name: 'Tijdens de koffie',
      videos: [
        clip('patch.mp4', 'Jans synthesizer, na de herstelling', '0:16', {
          picture: 'patch',
          about: 'Eén slechte soldering achter de groene kabel. Zestien seconden bewijs.',
        }),
        clip('side-b.mp4', 'De draaitafel van mevrouw De Smet', '0:14', { picture: 'equaliser', about: 'Nieuwe riem, nieuw leven.' }),
        clip('sunny-side.mp4', 'De kookplaat doet het weer', '0:10', { picture: 'soup' }),
      ],
    },
  ],
}
