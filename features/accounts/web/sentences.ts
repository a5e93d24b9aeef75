/** Joins sentences, each with a full stop. */
export const inOneLine = (sentences: readonly string[]): string =>
  sentences.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ')
