/** Unicode's embeddings, overrides and isolates, which reverse the direction of the text after them. */
const directionMarkPattern = /[\u202a-\u202e\u2066-\u2069]/g
/** Characters that can change the direction of text: direction marks, and letters of right-to-left scripts. */
const rightToLeftPattern = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/

/** Isolates a user's text, so that it can't change the direction of the text around it. */
export const isolateDirection = (text: string): string =>
  rightToLeftPattern.test(text) ? `\u2068${text.replace(directionMarkPattern, '')}\u2069` : text
