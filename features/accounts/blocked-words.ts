import { normalize } from '#kit/contract/names.ts'
import { lookAlikeKey } from './rules.ts'

/** Words that operators block in usernames, channel names and addresses. `=word` blocks the whole name only. */

/** Minimum characters of a folded word: shorter ones occur in too many names. */
export const blockedWordMinLength = 3

/** Folds a text of any script: lower case, letters and digits only. Latin letters fold as usernames do. */
const foldText = (text: string): readonly string[] => {
  const letters = normalize(text, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return [letters, lookAlikeKey(text)]
}
const wholeWord = (word: string) => (word.startsWith('=') ? word.slice(1) : undefined)

/** Whether a word is long enough after folding. A word that blocks only whole names can have any length. */
export const canBlock = (word: string): boolean => {
  const wordPattern = wholeWord(word)
  return (foldText(wordPattern ?? word)[0] ?? '').length >= (wordPattern === undefined ? blockedWordMinLength : 1)
}

/** Returns the blocked word in a name, if any. */
export function findBlockedWord(name: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined
  const forms = foldText(name)
  return words.find((word) => {
    const wordPattern = wholeWord(word)
    return foldText(wordPattern ?? word).some((key, form) => {
      if (wordPattern !== undefined) return key !== '' && forms[form] === key
      return key.length >= blockedWordMinLength && forms[form]!.includes(key)
    })
  })
}
