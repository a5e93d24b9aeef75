import type { Package, TvStation } from './shapes.ts'

export const stations: readonly TvStation[] = [
  { name: 'NPO 1', groups: ['Nederland'], programmes: ['NOS Acht Uur Journaal', 'EenVandaag', 'Studio Sport'] },
  { name: 'NPO 1 HD', groups: ['Nederland', 'HD'] },
  { name: 'NPO 1 Extra', groups: ['Nederland'], programmes: ['Tussen Kunst en Kitsch'] },
  { name: 'NPO 2', groups: ['Nederland'], programmes: ['Nieuwsuur', 'Andere Tijden'] },
  { name: 'NPO 3', groups: ['Nederland'], programmes: ['NOS Journaal', 'Zapp Weekjournaal'] },
  { name: 'NPO Radio 1', groups: ['Radio'] },
  { name: 'RTL 4', groups: ['Nederland'], programmes: ['RTL Boulevard', 'The Voice of Holland'] },
  { name: 'SBS6', groups: ['Nederland'], programmes: ['Vandaag Inside'] },
  { name: 'Eén', groups: ['Vlaanderen'], programmes: ['Thuis', 'Het weer'] },
  { name: 'Eén HD', groups: ['Vlaanderen', 'HD'] },
  { name: 'Ketnet', groups: ['Vlaanderen', 'Kinderen'], programmes: ['Karrewiet'] },
  { name: 'BBC One', groups: ['United Kingdom'], programmes: ['EastEnders', 'Match of the Day'] },
  { name: 'BBC Two', groups: ['United Kingdom'], programmes: ['Gardeners’ World'] },
  { name: 'BBC News', groups: ['United Kingdom', 'News'], programmes: ['HARDtalk'] },
  { name: 'BBC News Arabic', groups: ['News'] },
  { name: 'CNN International', groups: ['News'], programmes: ['Amanpour'] },
  { name: 'Eurosport 1', groups: ['Sport'], programmes: ['Cycling: Paris–Roubaix'] },
  { name: 'Nickelodeon', groups: ['Kids'], programmes: ['SpongeBob SquarePants'] },
]

export const packages: readonly Package[] = [
  { name: 'Sport Compleet', packageName: 'Alle wedstrijden' },
  { name: 'Sport Combi Kids', packageName: 'Sport en tekenfilms' },
  { name: 'Sport Basis', packageName: 'Samenvattingen' },
  { name: 'Compleet', packageName: 'Alles in één' },
  { name: 'Film en Series', packageName: 'Elke avond' },
  { name: 'News Plus', packageName: 'World' },
]

/** Usernames of people with a public profile. */
export const usernames = ['zoë', 'ZoëKookt', 'zoekplaatje', 'kookmetanna', 'marco.cooks', 'treinfan', 'rené_f', 'wildplanet', 'cinema-nl']
