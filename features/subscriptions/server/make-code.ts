import { randomInt } from 'node:crypto'

/** Characters of codes. Letters and digits that look alike are left out. */
const codeCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomLength = 12

/** Returns a coupon code: the prefix in upper case, and 60 random bits. */
export const makeCode = (prefix: string): string =>
  prefix.toUpperCase() + Array.from({ length: randomLength }, () => codeCharacters[randomInt(codeCharacters.length)]).join('')
