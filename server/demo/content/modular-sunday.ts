import { archive, clip, link, radio, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const modularSunday: DemoPlaylist = {
  name: 'Modular Sunday',
  slug: 'modular-sunday',
  status: 'public',
  rank: 8,
  picture: 'synth-a',
  tags: ['synthesizers', 'machines', 'loops'],
  about: 'One cable too many, every Sunday from three. Machines that make music, and the people who let them.',
  series: [
    {
      name: 'Patches',
      videos: [
        clip('patch.mp4', 'Patch 11, three oscillators', '0:16', {
          picture: 'patch',
          about:
            'Fifteen steps, so it never quite comes round. The green cable does the work.\n\n0:00 One oscillator\n0:05 The filter opens\n0:11 All three',
          goTo: { url: 'https://en.wikipedia.org/wiki/Modular_synthesizer', title: 'What a patch is' },
          more: {
            title: 'The patch',
            text: 'Sequencer (15 steps) → two saws an octave apart → low-pass, opened by a very slow triangle. Kick on two and four, because it is Sunday.',
            picture: 'cassette',
          },
        }),
        youtube('IvUU8joBb1Q', 'Marble machine', '4:33', {
          picture: 'hands-a',
          date: '2016-03-01',
          about: 'Two thousand marbles and one crank. The bass is played by hand.',
        }),
        youtube('GYLBjScgb7o', 'The Furby organ', '9:34', { date: '2018-02-11', about: 'I am sorry.' }),
        youtube('hyCIpKAIFyo', 'Pipe Dream', '3:30', {
          picture: 'notes',
          about: 'Rendered in 2001. I believed for years that it existed.',
        }),
        link('https://soundcloud.com/forss/flickermood', 'Flickermood', 'SoundCloud', '3:33', { picture: 'cassette' }),
        radio('https://ice1.somafm.com/dronezone-128-mp3', 'Drone Zone, for between patches', 'SomaFM', { picture: 'umbrellas' }),
      ],
    },
    {
      name: 'How sound got into a groove',
      videos: [
        archive('LivingSt1958', 'Living stereo', '7:42', {
          picture: 'vinyl-a',
          about: 'Why there are two loudspeakers, explained by a man with a pipe.',
        }),
        archive('SoundAndTheS', 'Sound and the story', '25:40', {
          picture: 'equaliser',
          about: 'From the orchestra to the pressing plant, 1956.',
        }),
        clip('side-b.mp4', 'And this is what comes out', '0:14', { picture: 'headphones' }),
      ],
    },
  ],
}
