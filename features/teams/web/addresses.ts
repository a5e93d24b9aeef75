import { isEmail } from '#features/accounts/rules.ts'

/** The addresses in a pasted text, without duplicates, and the words that aren't addresses. */
export interface ParsedAddresses {
  valid: readonly string[]
  invalid: readonly string[]
}

/** Splits a list of addresses. It may be copied from an email, a spreadsheet or a text: `Ann <ann@example.org>; bob@example.org`. */
export function parseAddresses(text: string): ParsedAddresses {
  const words = text
    .split(/[,;\n\r\t]+/)
    .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
    .map((word) => word.trim().replace(/^mailto:/i, ''))
    .filter(Boolean)
  const unique = [...new Map(words.map((word) => [word.toLowerCase(), word])).values()]
  return { valid: unique.filter(isEmail), invalid: unique.filter((word) => !isEmail(word)) }
}
