import type { Letterhead, Mail } from './mail.ts'

const width = 76
/** SMTP allows lines of 998 bytes; a character has at most 4. */
const longestWord = 200

const isLink = (word: string) => /^https?:\/\//i.test(word)
const cut = (word: string) => (isLink(word) ? [word] : (word.match(new RegExp(`.{1,${longestWord}}`, 'gsu')) ?? []))

/** Wraps lines at 76 characters, between words. A link is never broken and has its own line. */
function wrap(text: string): string {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    let current = ''
    const end = () => {
      if (current) lines.push(current)
      current = ''
    }
    for (const word of paragraph.split(/\s+/).filter(Boolean).flatMap(cut)) {
      if (isLink(word) || (current && current.length + 1 + word.length > width)) end()
      current = current ? `${current} ${word}` : word
      if (isLink(word)) end()
    }
    end()
  }
  return lines.join('\n')
}

/** Renders the mail as plain text. */
export const renderText = (mail: Mail, { brand, publicUrl, contact }: Letterhead): string =>
  [
    wrap(mail.heading),
    ...mail.paragraphs.map(wrap),
    mail.code,
    mail.action && `${wrap(`${mail.action.label}:`)}\n${mail.action.url}`,
    mail.footer && wrap(mail.footer),
    [brand, publicUrl, contact].filter(Boolean).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n') + '\n'
