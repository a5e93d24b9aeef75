import { clip, link, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const smallPlanets: DemoPlaylist = {
  name: 'Small Planets',
  slug: 'small-planets',
  status: 'public',
  rank: 4,
  picture: 'planet-a',
  tags: ['space', 'nasa', 'astronomy'],
  about:
    'Everything that is smaller than you thought once you see what is next to it. Mostly from people who actually sent something there.',
  series: [
    {
      name: 'Start here',
      type: 'header',
      videos: [
        clip('ringworld/index.m3u8', 'Ringworld, second orbit', '0:16', {
          picture: 'ringworld',
          about: 'The bright speck in front of the rings is us.',
        }),
      ],
    },
    {
      name: 'Worth the trip',
      videos: [
        clip('ringworld/index.m3u8', 'Ringworld, second orbit', '0:16', {
          picture: 'rocket',
          about: 'Drawn, not filmed. The next ones are filmed.',
        }),
        youtube('xrGAQCq9BMU', "Cassini's Grand Finale", '3:41', {
          picture: 'planet-a',
          date: '2017-04-04',
          about: 'Twenty years of work, and then they steer it into the planet so that nothing on the moons catches our germs.',
        }),
        youtube('4czjS9h4Fpg', "Perseverance's descent and touchdown on Mars", '3:25', {
          picture: 'birds',
          date: '2021-02-22',
          about: 'From the belly of the thing itself. There is a message sewn into the parachute.',
          goTo: { url: 'https://science.nasa.gov/mission/mars-2020-perseverance/', title: 'Where it is today' },
        }),
        youtube('Ki_Af_o9Q9s', 'Seven minutes of terror', '5:08', {
          date: '2012-06-22',
          about: 'How to land a car with a crane that flies. They were right to be afraid.',
        }),
        youtube('nr5Pj6GQL2o', 'Tour of the Moon in 4K', '4:57', { picture: 'topo-a', date: '2018-04-09' }),
        vimeo(108650530, 'Wanderers', '3:50', {
          picture: 'iceberg',
          date: '2014-11-30',
          about: 'Real places in the solar system, people added. Carl Sagan reads.',
        }),
        youtube('0fKBhvDjuy0', 'Powers of Ten', '9:01', {
          picture: 'helix',
          date: '2010-08-26',
          about: 'A picnic in Chicago, then out, then in. From 1977 and still the best.',
        }),
        youtube('3afEX8a2jPg', 'Jupiter in 4K', '3:45', { date: '2015-10-13' }),
      ],
    },
    {
      name: 'The nearest star',
      videos: [
        youtube('HFT7ATLQQx8', 'Fiery looping rain on the Sun', '4:17', {
          picture: 'dunes-a',
          date: '2013-02-20',
          about: 'Each drop is a few times the Earth.',
        }),
        youtube('mvPH_gDMarw', 'Ten years of solar observation, highlights', '5:13', { picture: 'light-a' }),
        youtube('l3QQQu7QLoM', 'A decade of Sun', '1:01:06', { date: '2020-06-24', about: 'One picture every hour for ten years.' }),
        youtube('dE-vOscpiNc', 'Earthrise, reconstructed', '6:50', { date: '2013-12-20', about: 'You hear them find the colour film.' }),
      ],
    },
    {
      name: 'Up there right now',
      videos: [
        link('https://www.twitch.tv/nasa', 'NASA, live on Twitch', 'Twitch', undefined, { picture: 'television' }),
        youtube('doN4t5NKW-k', 'A tour of the space station', '25:04', {
          date: '2012-11-20',
          about: 'Suni Williams shows you around on her last day. The toilet is at four minutes.',
        }),
        youtube('KaOC9danxNo', 'Space Oddity, sung where it belongs', '5:31', { picture: 'headphones', date: '2013-05-12' }),
        youtube('ElxVZL526o8', 'Earth views, the long version', '3:26:36', { date: '2021-04-22', about: 'Leave it on during dinner.' }),
        youtube('1C_zuHf6lP4', 'First images from James Webb', '3:21', { date: '2022-07-12' }),
      ],
    },
  ],
}
