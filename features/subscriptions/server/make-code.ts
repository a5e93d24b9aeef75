import { randomInt } from 'node:crypto'

/** Characters of codes, without letters and digits that look alike. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomLength = 12

/** Returns a random coupon code of 60 bits behind a prefix. */
export const makeCode = (prefix: string): string =>
  prefix.toUpperCase() + Array.from({ length: randomLength }, () => characters[randomInt(characters.length)]).join('')
