/**
 * Returns the first `max` UTF-16 units of a text, without half of a character at the end. Half a character is shown as a wrong one, and
 * PostgreSQL refuses it in JSON.
 */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
