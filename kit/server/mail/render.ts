import type { Letterhead, Mail } from './mail.ts'

const width = 76
/** Maximum characters without a space: SMTP allows lines of 998 bytes, and a character has at most 4. */
const longestWord = 200

const isLink = (word: string) => /^https?:\/\//i.test(word)
const splitLongWord = (word: string) => (isLink(word) ? [word] : (word.match(new RegExp(`.{1,${longestWord}}`, 'gsu')) ?? []))

/** Wraps lines at 76 characters, between words. Links are not broken and have their own line. */
function wrapLines(text: string): string {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    let current = ''
    const end = () => {
      if (current) lines.push(current)
      current = ''
    }
    for (const word of paragraph.split(/\s+/).filter(Boolean).flatMap(splitLongWord)) {
      if (isLink(word) || (current && current.length + 1 + word.length > width)) end()
      current = current ? `${current} ${word}` : word
      if (isLink(word)) end()
    }
    end()
  }
  return lines.join('\n')
}

type Link = NonNullable<Mail['action']>
type Paragraph = Mail['paragraphs'][number]
const textLink = ({ label, url }: Link) => `${wrapLines(`${label}:`)}\n${url}`
const textOf = (paragraph: Paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.text)

/** Renders the mail as plain text. */
export const renderText = (mail: Mail, { brand, publicUrl, contact }: Letterhead): string =>
  [
    wrapLines(mail.heading),
    ...mail.paragraphs.map((part) => (typeof part === 'string' ? wrapLines(part) : `${wrapLines(part.text)}\n${textLink(part.link)}`)),
    mail.code,
    mail.action && textLink(mail.action),
    mail.footer && wrapLines(mail.footer),
    [brand, publicUrl, contact].filter(Boolean).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n') + '\n'

// The tokens of ui/tokens.css as colours that mail clients support: no oklch, no custom properties.
const lightColours = {
  page: '#f4f6f8',
  card: '#ffffff',
  line: '#dfe2e7',
  text: '#11151e',
  quiet: '#424650',
  faint: '#5c606b',
  accent: '#f8501d',
  link: '#c13205',
}
const darkColours = {
  page: '#090b11',
  card: '#14171e',
  line: '#2a2e38',
  text: '#f4f6f8',
  quiet: '#b9bcc3',
  faint: '#979ba4',
  accent: '#ff6e3e',
  link: '#ff8b58',
}
const accentTextColour = '#1b0804'
const font = `'Bricolage Grotesque','Segoe UI',system-ui,-apple-system,Helvetica,Arial,sans-serif`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)
const withBreaks = (text: string) => escapeHtml(text).replace(/\r\n|[\n\r\u2028\u2029]/g, '<br>')

/** The dark theme, for clients that support themes. Other clients use the light theme of the inline styles. */
const themes = Object.entries({
  '.page': `background-color:${darkColours.page}`,
  '.card': `background-color:${darkColours.card};border-color:${darkColours.line}`,
  '.text': `color:${darkColours.text}`,
  '.quiet': `color:${darkColours.quiet}`,
  '.faint': `color:${darkColours.faint}`,
  '.link': `color:${darkColours.link}`,
  '.lamp': `background-color:${darkColours.accent}`,
  '.code': `background-color:${darkColours.page};color:${darkColours.text}`,
}).map(([selector, rules]) => `${selector}{${rules.replaceAll(';', '!important;')}!important}`)

/**
 * Renders the brand name with the lamp as the dot of the first i. The dotless letter is in a cell below the dot. The cell's line is 4 px
 * high and raised by 10 px, which keeps the baseline in every font. Outlook would clip the letter, so it gets the plain name.
 */
function wordmarkHtml(brand: string): string {
  const index = brand.indexOf('i')
  const letters = `font:700 24px/24px ${font};letter-spacing:-1px`
  const plain = `<span class="text" style="${letters};color:${lightColours.text}">${escapeHtml(brand)}</span>`
  if (index < 0) return plain
  const cell = (text: string) =>
    `<td rowspan="2" class="text" style="${letters};color:${lightColours.text}" valign="bottom">${escapeHtml(text)}</td>`
  return `<!--[if mso]>${plain}<![endif]--><!--[if !mso]><!-->
<table role="img" aria-label="${escapeHtml(brand)}" cellpadding="0" cellspacing="0" border="0"><tr>
${cell(brand.slice(0, index))}
<td align="center" style="height:10px;font-size:1px;line-height:1px" valign="bottom"><div class="lamp" style="width:5px;height:5px;margin:0 auto 4px;border-radius:50%;background-color:${lightColours.accent}"></div></td>
${cell(brand.slice(index + 1))}
</tr><tr>
<td class="text" align="center" style="${letters};line-height:4px;padding-bottom:10px;color:${lightColours.text}" valign="bottom">&#305;</td>
</tr></table>
<!--<![endif]-->`
}

const paragraphOf = (part: Paragraph) =>
  typeof part === 'string'
    ? withBreaks(part)
    : `${withBreaks(part.text)}<br><a class="link" href="${escapeHtml(part.link.url)}" style="font-size:13px;color:${lightColours.link}">${escapeHtml(part.link.label)}</a>`

const buttonHtml = ({ label, url }: Link) => `
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 16px"><tr>
<td class="lamp" bgcolor="${lightColours.accent}" style="border-radius:999px;background-color:${lightColours.accent}">
<a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 28px;font:600 16px/20px ${font};color:${accentTextColour};text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p class="faint" style="margin:0;font:400 13px/20px ${font};color:${lightColours.faint};word-break:break-all">
<a class="link" href="${escapeHtml(url)}" style="color:${lightColours.link}">${escapeHtml(url)}</a></p>`

const codeHtml = (code: string) => `
<p class="code" style="margin:28px 0 8px;padding:18px 0 18px 12px;border-radius:12px;background-color:${lightColours.page};text-align:center;font:700 40px/48px ${font};letter-spacing:12px;color:${lightColours.text}">${escapeHtml(code)}</p>`

/** Renders the mail with tables and inline styles, without external resources. Escapes every text. */
export const renderHtml = (mail: Mail, { brand, publicUrl, contact }: Letterhead): string => `<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){${themes.join('')}}
@media (max-width:480px){.card{padding:24px 20px!important}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${lightColours.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(textOf(mail.paragraphs[0] ?? ''))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${lightColours.page}" style="background-color:${lightColours.page}"><tr>
<td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr>
<td style="padding:0 8px 20px">
${wordmarkHtml(brand)}
</td></tr><tr>
<td class="card" bgcolor="${lightColours.card}" style="padding:36px;border:1px solid ${lightColours.line};border-radius:20px;background-color:${lightColours.card}">
<h1 class="text" style="margin:0 0 16px;font:640 28px/32px ${font};letter-spacing:-0.6px;color:${lightColours.text}">${escapeHtml(mail.heading)}</h1>
${mail.paragraphs.map((part) => `<p class="quiet" style="margin:0 0 12px;font:400 16px/24px ${font};color:${lightColours.quiet}">${paragraphOf(part)}</p>`).join('\n')}
${mail.code ? codeHtml(mail.code) : ''}
${mail.action ? buttonHtml(mail.action) : ''}
</td></tr><tr>
<td class="faint" style="padding:20px 8px 0;font:400 13px/20px ${font};color:${lightColours.faint}">
${mail.footer ? `<p style="margin:0 0 8px">${withBreaks(mail.footer)}</p>` : ''}
<p style="margin:0">${escapeHtml(brand)} &middot; <a class="link" href="${escapeHtml(publicUrl)}" style="color:${lightColours.link}">${escapeHtml(publicUrl.replace(/^https?:\/\//, ''))}</a>${contact ? ` &middot; <a class="link" href="mailto:${escapeHtml(contact)}" style="color:${lightColours.link}">${escapeHtml(contact)}</a>` : ''}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
