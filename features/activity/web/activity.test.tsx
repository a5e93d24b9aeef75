import { act as step } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createPage, refusalOf, teamId } from '#features/teams/web/test-page.tsx'
import type { Act } from '../contract.ts'
import { actText } from './act-text.ts'
import { ActivityList } from './ActivityList.tsx'

const page = createPage()
afterEach(page.leave)

const sample = (facts: Partial<Act> = {}): Act => ({
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
  ...facts,
})
const address = `/teams/${teamId}/activity`
const show = async (...acts: Act[]) => {
  page.answers[address] = { data: acts, next_cursor: null }
  await page.show(<ActivityList teamId={teamId} />)
}

test('each kind of act reads as a sentence', () => {
  expect(actText(sample())).toBe('Ann moved “Night train”')
  expect(actText(sample({ is_undo: true }))).toBe('Ann moved “Night train” back')
  expect(actText(sample({ kind: 'removed', type: 'serie', count: 3 }))).toBe('Ann removed the series “Night train” and 2 more')
  expect(actText(sample({ kind: 'removed', is_undo: true }))).toBe('Ann undid the adding of “Night train”')
  expect(actText(sample({ kind: 'renamed', type: 'playlist', names: { before: 'A', after: 'B' } }))).toBe('Ann renamed “A” to “B”')
  expect(actText(sample({ kind: 'joined', type: 'member', thing: { id: 'x', name: 'Bob' } }))).toBe('Bob joined the team')
  expect(actText(sample({ actor: null }))).toBe('a former member moved “Night train”')
})

test('acts are listed with their channel; an empty list says so', async () => {
  await show(
    sample({ approved_by: { id: 'x', nickname: 'Bob' } }),
    sample({ id: 'Ac2Jw8PdY6t', is_undone: true, undo_url: null, playlist: { id: null, name: 'Old' } }),
  )
  await page.shows('approved by Bob')
  expect(document.querySelectorAll('li')).toHaveLength(2)
  expect(document.querySelector('a')!.textContent).toBe('Films')
  expect(document.body.textContent).toContain('Undone')
  expect([...document.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Undo'])
  page.leave()
  await show()
  await page.shows('Nothing has been done in this team yet.')
})

test('a failure offers another try', async () => {
  page.answers[address] = 500
  await page.show(<ActivityList teamId={teamId} />)
  await page.shows('The activity couldn’t be loaded'.replace('’', "'"))
})

test('undoing focuses the row; a refusal is shown in it', async () => {
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
  expect(page.button(name)).toBeUndefined()
  await step(async () => {})
})
