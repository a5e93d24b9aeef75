/**
 * Returns a text with names that other users chose, for a mail. Mail programs turn `https://site` and `site.example` in a text into links,
 * so anyone could send links to strangers. A zero-width space behind the punctuation keeps them text.
 */
export const unlinked = (text: string): string => text.replaceAll(/(?<=\S)[.:@](?=\S)/g, '$&\u200B')
