import type { DemoPerson } from '../types.ts'
import { aula } from './aula.ts'
import { kaartenkamer } from './kaartenkamer.ts'
import { kinderuur } from './kinderuur.ts'
import { repairCafe } from './repair-cafe.ts'
import { testbeeld } from './testbeeld.ts'

/** Has public channels and nothing else: no picture, nothing private, nothing kept for later. */
export const jan: DemoPerson = {
  nickname: 'demo.jan',
  firstName: 'Jan',
  lastName: 'Peeters',
  city: 'Gent',
  language: 'nl',
  countryId: 239,
  birthday: '1971-10-20',
  playlists: [repairCafe, kinderuur, kaartenkamer, aula, testbeeld],
}
