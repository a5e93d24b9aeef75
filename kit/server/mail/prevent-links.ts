/**
 * Prevents links in names that users chose. Mail programs turn `https://site` and `site.example` in a text into links, so that a name could
 * send links to strangers. A zero-width space after the punctuation prevents that.
 */
export const preventLinks = (text: string): string => text.replaceAll(/(?<=\S)[.:@](?=\S)/g, '$&\u200B')
