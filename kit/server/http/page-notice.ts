import { escapeMarkup } from '../xml.ts'

/** A message above every page until a time. */
export interface PageNotice {
  /** Identifies the message in all languages, so that a dismissed message stays hidden. */
  id: string
  text: string
  endsInMs: number
  /** Accessible names of the message and of the button that hides it. */
  label: string
  close: string
}

interface NoticeFiles {
  script: string
  style: string
}

/** The data block of the built `index.html` with the notice's files. */
const filesBlockPattern = /\s*<script type="application\/json" id="notice-files">(.*?)<\/script>/s

/**
 * Takes the notice's files out of the built page, so that pages without a notice don't load them.
 * @returns the page, and functions that add a notice
 */
export function createNoticeInserter(built: string) {
  const files = JSON.parse(filesBlockPattern.exec(built)?.[1] ?? '{}') as Partial<NoticeFiles>
  return {
    page: built.replace(filesBlockPattern, ''),
    /** HTML for the end of `<head>`. */
    styleOf: (notice: PageNotice | null) => (notice && files.style ? `<link rel="stylesheet" href="${files.style}" crossorigin>` : ''),
    /** HTML for the start of `<body>`. The script directly follows the notice, to measure it before the first paint. */
    markupOf: (notice: PageNotice | null) => {
      if (!notice || !files.script) return ''
      const { id, text, endsInMs, label, close } = notice
      return (
        `<section id="notice" aria-label="${escapeMarkup(label)}" data-id="${escapeMarkup(id)}" data-ends-in="${endsInMs}">` +
        `<p>${escapeMarkup(text)}</p><button type="button" aria-label="${escapeMarkup(close)}">` +
        '<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true">' +
        `<path d="m3 3 10 10M13 3 3 13"/></svg></button></section><script src="${files.script}"></script>`
      )
    },
  }
}
