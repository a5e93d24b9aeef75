import { act as step } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ann, createPage, refusalOf, sampleTeam, teamId } from '#features/teams/web/test-page.tsx'
import type { Act, Suggestion } from '../contract.ts'
import { actText, suggestionText } from './act-text.ts'
import { ActivityList } from './ActivityList.tsx'
import { RefuseDialog } from './RefuseDialog.tsx'

const toast = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('#ui/toasts.ts', () => ({ toast, announce: () => {} }))

const page = createPage()
afterEach(() => {
  page.leave()
  toast.mockReset()
})

const sample = (fields: Partial<Act> = {}): Act => ({
  id: 'Ac1Jw8PdY6t',
  kind: 'moved',
  type: 'video',
  thing: { id: 'Vi1Jw8PdY6t', name: 'Night train' },
  count: 1,
  playlist: { id: 'Pl1Jw8PdY6t', name: 'Films' },
  actor: { id: 'Us1Jw8PdY6t', nickname: 'Ann' },
  approved_by: null,
  names: null,
  at: new Date(Date.now() - 3 * 60_000).toISOString(),
  is_undo: false,
  is_undone: false,
  undo_url: `/api/teams/${teamId}/activity/Ac1Jw8PdY6t/undo`,
  ...fields,
})
const address = `/teams/${teamId}/activity`
const suggestions = `/teams/suggestions/${teamId}`
const show = async (...acts: Act[]) => {
  page.answers[suggestions] ??= { data: [], next_cursor: null }
  page.answers[address] = { data: acts, next_cursor: null }
  await page.show(<ActivityList teamId={teamId} />)
}

test('each kind of act reads as a sentence', () => {
  expect(actText(sample())).toBe('Ann moved “Night train”')
  expect(actText(sample({ is_undo: true }))).toBe('Ann moved “Night train” back')
  expect(actText(sample({ kind: 'removed', type: 'serie', count: 3 }))).toBe('Ann removed the series “Night train” and 2 more')
  expect(actText(sample({ kind: 'removed', is_undo: true }))).toBe('Ann undid adding “Night train”')
  expect(actText(sample({ kind: 'renamed', type: 'playlist', names: { before: 'A', after: 'B' } }))).toBe('Ann renamed “A” to “B”')
  expect(actText(sample({ kind: 'joined', type: 'member', thing: { id: 'x', name: 'Bob' } }))).toBe('Bob joined the team')
  const role = { kind: 'made_member', type: 'member' } as const
  expect(actText(sample({ ...role, thing: { id: 'Us2Jw8PdY6t', name: 'Bob' } }))).toBe('Ann made Bob a member')
  expect(actText(sample({ ...role, thing: { id: 'Us1Jw8PdY6t', name: 'Ann' } }))).toBe('Ann gave up the admin role')
  expect(actText(sample({ actor: null }))).toBe('a former member moved “Night train”')
})

test('acts are listed with their channel; an empty list shows a message', async () => {
  await show(
    sample({ approved_by: { id: 'x', nickname: 'Bob' } }),
    sample({ id: 'Ac2Jw8PdY6t', is_undone: true, undo_url: null, playlist: { id: null, name: 'Old' } }),
  )
  await page.shows('approved by Bob')
  expect(document.querySelectorAll('li')).toHaveLength(2)
  expect(document.querySelector('a')!.textContent).toBe('Films')
  expect(document.body.textContent).toContain('Undone')
  expect([...document.querySelectorAll('button')].map((item) => item.textContent)).toEqual(['Undo'])
  page.leave()
  await show()
  await page.shows('No activity in the last 14 days.')
})

test('a failed list can be retried', async () => {
  page.answers[suggestions] = { data: [], next_cursor: null }
  page.answers[address] = 500
  await page.show(<ActivityList teamId={teamId} />)
  await page.shows('The activity couldn’t be loaded')
  expect(page.button('Try again')).toBeDefined()
})

test('if the activity and the suggestions fail, one error shows', async () => {
  page.answers[suggestions] = 500
  page.answers[address] = 500
  await page.show(<ActivityList teamId={teamId} />)
  await page.shows('The activity couldn’t be loaded')
  await page.until(() => expect(document.querySelectorAll('[role=alert]')).toHaveLength(1))
})

test('undo moves the focus to the row; a refusal shows in it', async () => {
  page.answers[`/teams/${teamId}`] = { lost: [] }
  await show(sample())
  await page.shows('Ann moved')
  page.refusals.push(refusalOf('since_moved', 'Bob has moved “Night train” since.'))
  const name = 'Undo: Ann moved “Night train”'
  await page.press(name)
  await page.shows('Bob has moved “Night train” since.')
  expect(document.querySelector('[role=alert]')!.textContent).toContain('Bob has moved')
  await page.press(name)
  await page.until(() =>
    expect(page.sent.map(({ url }) => url)).toEqual(Array(2).fill(`${address.replace('/teams', '/api/teams')}/Ac1Jw8PdY6t/undo`)),
  )
  await page.until(() => expect(document.activeElement?.tagName).toBe('LI'))
  await page.until(() => expect(page.button(name)).toBeUndefined())
  await step(async () => {})
})

test.each([
  [[], 'Undone'],
  [['Tea'], 'Restored without “Tea”: the uploaded file was deleted.'],
  [['Tea', 'Rain', 'Fog'], 'Restored without “Tea” and 2 more: the uploaded files were deleted.'],
])('an undo names the videos whose files were deleted: %j', async (lost, text) => {
  page.answers[`/teams/${teamId}`] = { lost }
  await show(sample({ kind: 'removed' }))
  await page.shows('Ann removed')
  await page.press('Undo: Ann removed “Night train”')
  await page.until(() => expect(toast.mock.calls.map(([message]) => message)).toEqual([text]))
})

const suggestion: Suggestion = {
  id: 'Sg1Jw8PdY6t',
  kind: 'moved',
  type: 'video',
  thing: { id: 'Vi1Jw8PdY6t', name: 'Night train' },
  ids: ['Vi1Jw8PdY6t', 'Vi2Jw8PdY6t'],
  count: 2,
  playlist: { id: 'Pl1Jw8PdY6t', name: 'Films' },
  names: null,
  actor: { id: 'Us3Jw8PdY6t', nickname: 'Sue' },
  at: new Date().toISOString(),
}
const expectedText = 'Sue suggests moving “Night train” and 1 more'

async function showSuggestion(isAdmin: boolean, userId: string) {
  page.answers[suggestions] = { data: [suggestion], next_cursor: null }
  page.answers[`/teams/${teamId}`] = sampleTeam({ is_admin: isAdmin })
  page.answers['/profile'] = { id: userId }
  await show()
  await page.shows(expectedText)
}

test('admins approve suggestions; a refusal by the server shows in the row', async () => {
  expect(suggestionText(suggestion)).toBe(expectedText)
  await showSuggestion(true, ann.id)
  await page.shows('Approve')
  page.refusals.push(refusalOf('since_moved', 'Bob has moved “Night train” since.'))
  await page.press(`Approve: ${expectedText}`)
  await page.shows('Bob has moved')
  page.answers[suggestions] = { data: [], next_cursor: null }
  await page.press(`Approve: ${expectedText}`)
  await page.until(() => expect(document.body.textContent).not.toContain('Sue suggests'))
  expect(page.sent.map(({ url }) => url)).toEqual(Array(2).fill(`/api${suggestions}/${suggestion.id}/approve`))
  expect(page.button(`Withdraw: ${expectedText}`)).toBeUndefined()
})

test('suggesters can withdraw their own suggestions; other members can only read', async () => {
  await showSuggestion(false, suggestion.actor.id)
  await page.shows('Withdraw')
  expect(page.button(`Approve: ${expectedText}`)).toBeUndefined()
  await page.press(`Withdraw: ${expectedText}`)
  expect(page.sent).toMatchObject([{ method: 'DELETE', url: `/api${suggestions}/${suggestion.id}` }])
  page.leave()
  await showSuggestion(false, ann.id)
  expect(document.querySelectorAll('button')).toHaveLength(0)
})

test('an admin refuses a suggestion with a reason', async () => {
  let wasRefused = false
  await page.show(
    <RefuseDialog teamId={teamId} id={suggestion.id} text={expectedText} onRefused={() => (wasRefused = true)} close={() => {}} />,
  )
  await page.shows(expectedText)
  await page.type('textarea', 'Not here')
  await page.press('Refuse')
  await page.until(() => expect(wasRefused).toBe(true))
  expect(page.sent).toMatchObject([{ url: `/api${suggestions}/${suggestion.id}/refuse`, body: { reason: 'Not here' } }])
})
