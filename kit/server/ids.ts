import { randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Returns a new id: 11 random letters and digits (65 bits), so that an unlisted URL can't be guessed. */
export const newId = () => Array.from({ length: 11 }, () => alphabet[randomInt(alphabet.length)]).join('')
