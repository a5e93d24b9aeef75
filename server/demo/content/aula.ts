import { archive, link, youtube } from '../links.ts'
import type { DemoPlaylist, DemoVideo } from '../types.ts'

/** The twenty lectures of 1986, as the Internet Archive keeps them. */
const sicpTitles = [
  'Overview and introduction to Lisp',
  'Procedures and processes; substitution model',
  'Higher-order procedures',
  'Compound data',
  'Henderson Escher example',
  'Symbolic differentiation; quotation',
  'Pattern matching and rule-based substitution',
  'Generic operators',
  'Assignment, state and side-effects',
  'Computational objects',
  'Streams, part 1',
  'Streams, part 2',
  'Metacircular evaluator, part 1',
  'Metacircular evaluator, part 2',
  'Logic programming, part 1',
  'Logic programming, part 2',
  'Register machines',
  'Explicit-control evaluator',
  'Compilation',
  'Storage allocation and garbage collection',
]
const sicp: DemoVideo[] = sicpTitles.map((title, index) => {
  const lecture = `${Math.floor(index / 2) + 1}${'ab'[index % 2]}`
  return link(
    `https://archive.org/download/MIT_Structure_of_Computer_Programs_1986/lec${lecture}.mp4`,
    `${lecture.toUpperCase()}. ${title}`,
    'MIT OpenCourseWare',
    undefined,
    index === 0
      ? {
          picture: 'portrait',
          about: 'It is not about computers, and it is not a science. Then he writes on the board for an hour and you believe him.',
        }
      : {},
  )
})

export const aula: DemoPlaylist = {
  name: 'Aula',
  slug: 'aula',
  status: 'public',
  rank: 16,
  picture: 'books-a',
  tags: ['colleges', 'wiskunde', 'informatica'],
  about: 'Les volgen zonder examen. Ik doe er één per week, op dinsdag, met een schrift. Voorlopig ben ik niet gebuisd.',
  series: [
    {
      name: 'Eerste les',
      about: 'Van elke reeks de eerste: daarna weet je het wel.',
      videos: [
        youtube('J7DzL2_Na80', 'Lineaire algebra, les 1', '39:49', {
          picture: 'crane-a',
          about: 'Gilbert Strang. Eén bord, één krijtje, alles helder.',
        }),
        youtube('nykOeWgQcHM', 'Wat is een berekening?', '43:06', { picture: 'synth-a' }),
        youtube('ZA-tUyM_y7s', 'Algoritmen en berekeningen', '45:38'),
        youtube('7K1sB05pE0A', 'Analyse in één veranderlijke', '51:32', { picture: 'topo-a' }),
        youtube('STjW3eH0Cik', 'Zoeken: spelletjes en minimax', '48:16', {
          about: 'Wijlen Patrick Winston, met de mooiste intonatie van Massachusetts.',
        }),
        youtube('aircAruvnKk', 'Wat is een neuraal netwerk eigenlijk?', '18:40', { picture: 'cells-a', date: '2017-10-05' }),
      ],
    },
    { name: 'Structuur en interpretatie, 1986', about: 'De hele cursus van Abelson en Sussman, twintig halve lessen.', videos: sicp },
    {
      name: 'Over schrijven en lezen',
      videos: [
        youtube('oP3c1h8v2ZQ', 'De vorm van verhalen', '4:36', { picture: 'books-a', about: 'Kurt Vonnegut tekent Assepoester.' }),
        youtube('D9Ihs241zeg', 'Het gevaar van één verhaal', '19:16', { picture: 'talk-a', date: '2009-10-07' }),
        youtube('ikAb-NYkseI', 'Maak goede kunst', '19:55', {
          date: '2012-05-23',
          about: 'Neil Gaiman voor afstudeerders, en voor alle anderen.',
        }),
        archive('isforAto1953', 'A is van atoom', '14:48', { picture: 'planet-a' }),
      ],
    },
  ],
}
