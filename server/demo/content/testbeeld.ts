import { blenderVideo, clip, link, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const testbeeld: DemoPlaylist = {
  name: 'Testbeeld',
  slug: 'testbeeld',
  status: 'public',
  rank: 17,
  picture: 'television',
  tags: ['hls', 'dash', 'techniek'],
  about:
    'Voor wie wil weten of het toestel alles kan. Streams van overal, met en zonder ondertitels, recht en krom. Als dit speelt, speelt alles.',
  series: [
    {
      name: 'Van deze server',
      videos: [
        clip('live/index.m3u8', 'HLS, rechtstreeks', undefined, {
          picture: 'corridor',
          about: 'Vensters van zes stukken, elke 24 seconden een naad.',
        }),
        clip('aurora/index.m3u8', 'HLS, twee kwaliteiten, ondertitels', '0:20', { picture: 'aurora' }),
        clip('reef/index.m3u8', 'HLS, één kwaliteit', '0:18', { picture: 'reef' }),
        clip('night-train.mp4', 'MP4, H.264 en AAC', '0:16', { picture: 'night-train' }),
        clip('last-call.m4a', 'Alleen geluid', '0:18', { picture: 'mic-a' }),
      ],
    },
    {
      name: 'Van anderen',
      videos: [
        link('https://test-streams.mux.dev/x36xhzz/x36xhzz.m3u8', 'HLS van Mux', 'Mux', '10:34', { picture: 'sing' }),
        link(
          'https://devstreaming-cdn.apple.com/videos/streaming/examples/img_bipbop_adv_example_fmp4/master.m3u8',
          'Bipbop van Apple',
          'Apple',
          '10:00',
          { about: 'Alle kwaliteiten, ondertitels en een piep.' },
        ),
        link(
          'https://demo.unified-streaming.com/k8s/features/stable/video/tears-of-steel/tears-of-steel.ism/.m3u8',
          'Tears of Steel',
          'Unified Streaming',
          '12:14',
          { picture: 'canal-a' },
        ),
        link('https://storage.googleapis.com/shaka-demo-assets/angel-one-hls/hls.m3u8', 'Angel One, veel talen', 'Shaka', '1:00'),
        link('https://dash.akamaized.net/akamai/bbb_30fps/bbb_30fps.mpd', 'DASH van Akamai', 'Akamai', '10:34', { picture: 'hollow' }),
      ],
    },
    {
      name: 'Bij iemand thuis',
      about: 'Spelers van anderen, elk met eigen nukken.',
      videos: [
        youtube('jNQXAC9IVRw', 'De eerste video op YouTube', '0:19', {
          picture: 'film-a',
          date: '2005-04-24',
          about: 'Olifanten. Lange slurven. Dat was het.',
        }),
        link('https://vimeo.com/76979871', 'De speler van Vimeo', 'Vimeo', '1:02', { date: '2013-10-15' }),
        link('https://www.dailymotion.com/video/x84sh87', 'Een video op Dailymotion', 'Dailymotion', undefined),
        link('https://www.twitch.tv/bobross', 'Bob Ross op Twitch', 'Twitch', undefined, { picture: 'forest-a' }),
        link('https://soundcloud.com/forss/flickermood', 'Een nummer op SoundCloud', 'SoundCloud', '3:33'),
        blenderVideo('xymLD6rkpHNug3fzzMyhmZ', 'Een film op PeerTube', '3:05', { picture: 'cup-a' }),
        link('https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv', 'Wat is PeerTube?', 'Framatube', '2:14'),
      ],
    },
  ],
}
