import type { DemoPerson } from '../types.ts'
import { iris } from './iris.ts'
import { jan } from './jan.ts'
import { marieke } from './marieke.ts'
import { noor } from './noor.ts'
import { otto } from './otto.ts'
import { rita } from './rita.ts'
import { yusuf } from './yusuf.ts'

/** Everybody of the demonstration, with all that is theirs. */
export const people: readonly DemoPerson[] = [marieke, rita, otto, yusuf, noor, jan, iris]
