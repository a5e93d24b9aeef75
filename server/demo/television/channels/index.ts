import { culture } from './culture.ts'
import { family } from './family.ts'
import { general } from './general.ts'
import { nature } from './nature.ts'
import { special } from './special.ts'

/** TV channels of the demonstration, and its radio. */
export const channels = [...general, ...nature, ...culture, ...family, ...special]
