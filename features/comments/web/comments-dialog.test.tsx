import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ann, createPage, refusalOf, sampleTeam, teamId } from '#features/teams/web/test-page.tsx'
import type { Comment } from '../contract.ts'
import { CommentsDialog } from './CommentsDialog.tsx'
import { mentionAt, withMention } from './mention.ts'

const confirm = vi.hoisted(() => vi.fn<(question: { title: string }) => Promise<boolean>>(() => Promise.resolve(true)))
vi.mock('#ui/confirm.ts', () => ({ confirm, confirmDiscard: () => Promise.resolve(true) }))
const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const page = createPage()
beforeEach(() => localStorage.setItem('access_token', 'token'))
afterEach(() => {
  page.leave()
  vi.clearAllMocks()
})

const comment = (fields: Partial<Comment> = {}): Comment => ({
  id: 'Cm1Jw8PdY6t',
  item_type: 'video',
  item_id: 'Vd1Jw8PdY6t',
  playlist_id: 'Pl1Jw8PdY6t',
  text: 'Is it long?',
  author: { id: 'Us1Jw8PdY6t', nickname: 'Ann' },
  is_own: false,
  may_delete: false,
  created_at: '2026-01-01T00:00:00.000Z',
  edited_at: null,
  resolved_at: null,
  ...fields,
})
const show = (response: readonly Comment[] | number, id = 'Vd1Jw8PdY6t', team = sampleTeam()) => {
  page.answers = {
    [`/comments/video/${id}`]: typeof response === 'number' ? response : { data: response, next_cursor: null },
    [`/teams/${teamId}`]: team,
    '/user/profile': { id: ann.id },
  }
  return page.show(<CommentsDialog item={{ type: 'video', id, name: 'Trains', teamId }} close={() => {}} />)
}
const field = () => document.querySelector('textarea')!

test('an empty list shows a message; a failed one can be retried', async () => {
  await show([])
  await page.shows('No comments yet')
  page.leave()
  await show(404)
  await page.shows('The comments couldn’t be loaded')
  expect(page.button('Try again')).toBeDefined()
})

test('only authors edit, authors and admins delete, and all members resolve; former members have no name', async () => {
  await show([comment({ author: null, text: '<b>bold</b>', edited_at: '2026-01-01T00:00:00.000Z' })])
  await page.shows('A former member')
  await page.shows('<b>bold</b>')
  expect(page.button('Resolve')).toBeDefined()
  for (const name of ['Edit', 'Delete']) expect(page.button(name)).toBeUndefined()
  page.leave()
  await show([comment({ is_own: true, may_delete: true, resolved_at: '2026-01-01T00:00:00.000Z' })])
  await page.shows('Ann (you)')
  await page.shows('Resolved')
  await page.press('Reopen')
  await page.until(() => expect(page.sent.at(-1)).toMatchObject({ method: 'PATCH', body: { is_resolved: false } }))
  await page.press('Delete')
  await page.until(() => expect(toast.mock.calls[0]?.[0]).toBe('Comment deleted'))
})

test('a refused text stays in the field, also after the dialog closes', async () => {
  await show([])
  await page.shows('No comments yet')
  await page.type('textarea', 'Too many?')
  page.refusals = [refusalOf('comment_limit', 'Full', { text: ['This item has 500 comments'] }, 422)]
  await page.press('Comment')
  await page.shows('This item has 500 comments')
  expect(field().value).toBe('Too many?')
  page.leave()
  localStorage.setItem('access_token', 'token')
  await show([])
  expect(field().value).toBe('Too many?')
  await page.press('Comment')
  await page.until(() => expect(field().value).toBe(''))
})

test('an @ suggests the members whose nickname has the typed prefix', async () => {
  await show([], 'Vd2Jw8PdY6t')
  await page.type('textarea', 'Ask @bo')
  await page.until(() => expect(page.button('@Bob')).toBeDefined())
  expect(page.button('@Ann')).toBeUndefined()
  await page.press('@Bob')
  expect(field().value).toBe('Ask @Bob ')
  await page.type('textarea', '@')
  await page.until(() => expect(page.button('@Bob')).toBeDefined())
  // The user isn't the author of the comment.
  await page.until(() => expect(page.button('@Ann')).toBeUndefined())
})

test.each([
  ['@bob, and @Ann.', ['@bob', '@Ann']],
  ['mail@bob.example, @Bobby, @nobody', []],
  ['<b>@Bob</b>', ['@Bob']],
  // Names after letters whose lower case is longer, and after combining marks.
  ['İİ e\u0301 @ZO\u00cb @Bob', ['@ZO\u00cb', '@Bob']],
])('names of mentioned members stand out in %j, which stays plain text', async (text, mentionedName) => {
  const users = [ann, { ...ann, id: 'Us2Jw8PdY6t', nickname: 'Bob' }, { ...ann, id: 'Us3Jw8PdY6t', nickname: 'zoë' }]
  await show([comment({ text })], undefined, sampleTeam({ users }))
  const commentText = () => document.querySelector('[data-comment] p[dir]')!
  await page.until(() => expect(commentText().textContent).toBe(text.normalize('NFC')))
  await page.until(() => expect([...commentText().querySelectorAll('b')].map((item) => item.textContent)).toEqual(mentionedName))
})

test.each([
  ['mail@bo', undefined],
  ['@', { start: 0, typed: '' }],
  ['Ask @bo', { start: 4, typed: 'bo' }],
  ['@bo\nthen', undefined],
])('the mention at the caret in %j is found', (text, mention) => {
  expect(mentionAt(text, text.length)).toEqual(mention)
})

test('a chosen nickname replaces the typed text', () => {
  expect(withMention('Ask @bo now', { start: 4, typed: 'bo' }, 'Bob')).toBe('Ask @Bob now')
})
