import { expect, test } from 'vitest'
import { createNoticeInserter } from './page-notice.ts'

const files = '<script type="application/json" id="notice-files">{"script":"/assets/n-1.js","style":"/assets/n-1.css"}</script>'
const notice = { id: 'a1', text: `<img src=x onerror="alert(1)">`, endsInMs: 1000, label: 'Announcement', close: 'Hide' }

test('a page without a notice loads nothing for it', () => {
  const { page, styleOf, markupOf } = createNoticeInserter(`<head>${files}</head><body></body>`)
  expect(page).toBe('<head></head><body></body>')
  expect([styleOf(null), markupOf(null)]).toEqual(['', ''])
})

test('the text of a notice is never markup', () => {
  const { styleOf, markupOf } = createNoticeInserter(files)
  const markup = markupOf(notice)
  expect(markup).toContain('<p>&#60;img src=x onerror=&#34;alert(1)&#34;&#62;</p>')
  expect(markup).not.toContain('<img')
  expect(markup).toContain('<script src="/assets/n-1.js"></script>')
  expect(styleOf(notice)).toContain('/assets/n-1.css')
})

test('a page built without these files shows no notice', () => {
  const { styleOf, markupOf } = createNoticeInserter('<head></head>')
  expect([styleOf(notice), markupOf(notice)]).toEqual(['', ''])
})
