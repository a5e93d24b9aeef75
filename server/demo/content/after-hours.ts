import { clip, link, radio, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const afterHours: DemoPlaylist = {
  name: 'After Hours',
  slug: 'after-hours',
  status: 'public',
  rank: 5,
  picture: 'vinyl-a',
  tags: ['jazz', 'vinyl', 'late'],
  about: 'What I play when the last guest has finally found the other glove. Side B first.',
  series: [
    {
      name: 'Side B',
      videos: [
        clip('side-b.mp4', 'Side B', '0:14', {
          picture: 'side-b',
          about: 'Thirty-three and a third, more or less. The motor is older than I am.',
        }),
        clip('last-call.m4a', 'Last call', '0:18', {
          picture: 'mic-a',
          about: 'Recorded with one microphone at the far end of the bar. Sound only.',
        }),
        youtube('vmDDOFXSgAs', 'Take Five', '5:24', { picture: 'piano-a', about: 'Five beats, and nobody has ever counted them twice.' }),
        youtube('zqNTltOGh5c', 'So What', '9:04', { picture: 'headphones', about: 'Television, 1959. Everybody in that room knows.' }),
        youtube('Nv2GgV34qIg', 'Peace Piece', '6:41', { picture: 'notes' }),
        youtube('qWG2dsXV5HI', 'My Favorite Things', '13:46', { about: 'Save this one for when you have stopped talking.' }),
        youtube('z4PKzz81m5c', 'Almost Blue', '7:57', { picture: 'rain-a' }),
        youtube('oHRNrgDIJfo', 'Feeling Good', '2:57'),
      ],
    },
    {
      name: 'Small desks',
      about: 'Bands in an office, ten times better than in a stadium.',
      videos: [
        youtube('ferZnZ0_rSM', 'Anderson .Paak and the Free Nationals', '16:45', { picture: 'mic-a', date: '2016-08-15' }),
        youtube('QrR_gm6RqCo', 'Mac Miller', '17:31', { date: '2018-08-06' }),
        youtube('CIjXUg1s5gc', 'T-Pain, no machine', '13:19', { date: '2014-10-29' }),
      ],
    },
    {
      name: 'Somebody else chooses',
      videos: [
        radio('https://ice1.somafm.com/groovesalad-128-mp3', 'Groove Salad', 'SomaFM', {
          picture: 'tower-a',
          about: 'Twenty years on the air, and not a single jingle.',
        }),
        radio('https://ice1.somafm.com/dronezone-128-mp3', 'Drone Zone', 'SomaFM', { picture: 'aurora-a' }),
        link('https://soundcloud.com/forss/flickermood', 'Flickermood', 'SoundCloud', '3:33', { picture: 'equaliser' }),
        link('https://www.twitch.tv/monstercat', 'Monstercat, when it is not that kind of night', 'Twitch', undefined),
      ],
    },
  ],
}
