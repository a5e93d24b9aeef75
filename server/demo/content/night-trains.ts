import { archive, clip, vimeo, youtube } from '../links.ts'
import type { DemoPlaylist } from '../types.ts'

export const nightTrains: DemoPlaylist = {
  name: 'Night Trains',
  slug: 'night-trains',
  status: 'public',
  rank: 1,
  picture: 'train-a',
  tags: ['railways', 'slow tv', 'central europe'],
  about: 'Lines that still run after midnight, filmed from the corridor window. Headphones help. The window itself is live, all night.',
  series: [
    {
      name: 'Start here',
      type: 'header',
      videos: [
        clip('night-train.mp4', 'Brussels to Vienna', '0:16', {
          picture: 'night-train',
          about: 'The viaduct just after Liège, seen from the field where I waited three nights for a clear one.',
        }),
      ],
    },
    {
      name: 'Last departures',
      videos: [
        clip('live/index.m3u8', 'Live: the corridor window', undefined, {
          picture: 'corridor',
          about: 'Always on. Somebody left a cup of coffee on the sill and nobody has dared to drink it.',
        }),
        clip('night-train.mp4', 'The last one over the viaduct', '0:16', {
          picture: 'viaduct-a',
          about: 'Four cars, one of them dark. The moon is real.',
        }),
        clip('rain-window.mp4', 'Platform 4, rain', '0:14', {
          picture: 'rain-a',
          about: 'Forty minutes late, and for once nobody minded.',
        }),
        youtube('z7VYVjR_nwE', 'Bergen to Oslo, minute by minute', '7:14:13', {
          picture: 'peak-a',
          date: '2009-11-27',
          about: 'The one that started it all. Norwegian television put a camera on a train and a million people stayed up.',
        }),
        vimeo(27246366, 'MOVE', '1:01', { picture: 'city-a', date: '2011-08-02', about: 'Three people, eleven countries, a minute.' }),
        youtube('1dgLEDdFddk', 'Arrival of a train at La Ciotat', '0:50', {
          picture: 'clock',
          date: '2006-06-15',
          about: 'From 1896. The story that people ran out of the hall is not true, but it should be.',
        }),
        archive('TripDown1905', 'A trip down Market Street before the fire', '11:44', {
          about: 'Not a train but a cable car, four days before the earthquake. Watch the boys who keep running into the picture.',
        }),
      ],
    },
    {
      name: 'Sleeper cars',
      videos: [
        archive('The_General_Buster_Keaton', 'The General', '1:47:00', {
          picture: 'film-a',
          about: 'Buster Keaton loves two things, and one of them is a locomotive.',
        }),
        vimeo(22439234, 'The Mountain', '3:09', {
          picture: 'iceberg',
          date: '2011-04-15',
          about: 'A week of nights on El Teide. What you would see if sleeping cars had glass roofs.',
        }),
        youtube('3RYNThid23g', 'The same arrival, in 4K at 60 frames', '1:05', {
          about: 'Somebody gave it to a computer to sharpen. I still prefer the blur.',
        }),
        archive('FromtheG1954', 'From the ground up', '12:30', {
          picture: 'dunes-a',
          about: 'What goes by outside when you cannot sleep in Nebraska.',
        }),
      ],
    },
    {
      name: 'People of the line',
      about: 'Short portraits. Send me yours.',
      videos: [
        vimeo(32397612, 'Address Is Approximate', '2:42', {
          picture: 'talk-a',
          date: '2011-11-20',
          about: 'A desk toy wants to see the coast and takes the night service.',
        }),
        youtube('H08tGjXNHO4', 'Ambition', '6:44', {
          picture: 'mic-a',
          about: 'Not on rails at all, but it is about learning to steer. With a comet.',
        }),
      ],
    },
  ],
}
