import { archive, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const spokes: DemoPlaylist = {
  name: 'Spokes',
  slug: 'spokes',
  status: 'public',
  rank: 10,
  picture: 'bike-a',
  tags: ['bicycles', 'cities', 'courage'],
  about:
    'Two wheels, no lycra required. Streets that work, streets that do not, and one man from Skye who rides where there is no street at all.',
  series: [
    {
      name: 'Streets that work',
      videos: [
        youtube('XuBdf9jYj7o', 'How the Dutch got their cycle paths', '6:29', {
          picture: 'lane',
          date: '2011-10-09',
          about: 'They were not born with them. It took petrol, anger and a lot of parents.',
        }),
        youtube('n-AbPav5E5M', 'Rush hour in Utrecht', '2:26', {
          picture: 'canal-a',
          date: '2010-04-10',
          about: 'A third of everybody, on an ordinary Wednesday morning.',
        }),
        youtube('FlApbxLz6pA', 'Junction design, the Dutch way', '4:29', { picture: 'pitch-a', date: '2011-04-03' }),
        youtube('uxykI30fS54', 'Why city design is important (and why I hate Houston)', '14:29', { date: '2019-11-18' }),
        youtube('ORzNZUeUHAM', 'Stroads', '18:28', {
          picture: 'stairs',
          date: '2021-04-26',
          about: 'Neither a street nor a road, and bad at both.',
        }),
        archive('OneGotFa1963', 'One got fat', '14:34', {
          about: 'Road safety for children in monkey masks. It is exactly as strange as that sounds.',
        }),
      ],
    },
    {
      name: 'No street at all',
      videos: [
        youtube('Z19zFlPah-o', 'Inspired bicycles', '5:38', {
          picture: 'bike-a',
          date: '2009-04-19',
          about: 'The spiked fence is in the first twenty seconds. He fell off it for days.',
        }),
        youtube('xQ_IQS3VKjA', 'The Ridge', '7:42', { picture: 'peak-a', date: '2014-10-02' }),
        youtube('jj0CmnxuTaQ', "Danny's day care", '3:37', {
          date: '2021-03-02',
          about: 'Do not show this to your own child unless you have a trailer.',
        }),
      ],
    },
  ],
}
