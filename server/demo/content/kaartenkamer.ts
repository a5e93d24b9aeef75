import { link, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const kaartenkamer: DemoPlaylist = {
  name: 'Kaartenkamer',
  slug: 'kaartenkamer',
  status: 'public',
  rank: 15,
  picture: 'topo-a',
  tags: ['kaarten', 'aardrijkskunde', 'data'],
  about: 'Elke kaart liegt, de vraag is waarover. Een verzameling voor wie in een atlas altijd één bladzijde verder moet.',
  series: [
    {
      name: 'Plat maken wat rond is',
      videos: [
        youtube('kIID5FDi2JQ', 'Waarom alle wereldkaarten fout zijn', '6:00', {
          picture: 'maze',
          date: '2016-12-02',
          about: 'Begint met een mes en een strandbal.',
        }),
        youtube('vVX-PrBRtTY', 'Cartografen in het Witte Huis', '4:04', {
          about: 'De scène die van Gall-Peters een begrip maakte. "Waar is Frankrijk?"',
        }),
        youtube('0fKBhvDjuy0', 'Machten van tien', '9:01', { picture: 'helix' }),
        link('https://www.openstreetmap.org/#map=14/51.0543/3.7174', 'Gent op OpenStreetMap', 'OpenStreetMap', undefined, {
          picture: 'topo-a',
          about: 'Zelf verbeteren mag. Begin met je eigen straat.',
        }),
      ],
    },
    {
      name: 'Van boven',
      videos: [
        vimeo(32001208, 'De aarde, vanuit het ISS', '5:00', { picture: 'windows', date: '2011-11-13' }),
        youtube('ElxVZL526o8', 'Drie uur aarde', '3:26:36', { picture: 'rocket' }),
        youtube('CCmTY0PKGDs', 'De stromingen van alle oceanen', '3:03', { picture: 'wave-a', date: '2012-03-27' }),
        youtube('nr5Pj6GQL2o', 'Rondleiding op de maan', '4:57', { about: 'De best gekarteerde bol die er is, op de onze na.' }),
        youtube('n-AbPav5E5M', 'Een kruispunt in Utrecht, van boven en van opzij', '2:26', { picture: 'lane' }),
        link('https://svs.gsfc.nasa.gov/4720', 'De maan als bestand', 'NASA', undefined, { about: 'Hoogtekaart om zelf mee te knoeien.' }),
      ],
    },
  ],
}
