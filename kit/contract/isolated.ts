/** Unicode's embeddings, overrides and isolates, which reverse the direction of the text after them. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g
/** Characters that can change the direction of text: those of `directions`, and right-to-left scripts. */
const turning = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/

/** Isolates a user's text, so that it can't change the direction of the text around it. */
export const isolated = (text: string): string => (turning.test(text) ? `\u2068${text.replace(directions, '')}\u2069` : text)
