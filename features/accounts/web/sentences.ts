/** One sentence after the other, each with its full stop. */
export const inOneLine = (sentences: readonly string[]): string =>
  sentences.map((sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ')
