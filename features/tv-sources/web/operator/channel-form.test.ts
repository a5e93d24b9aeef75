import { expect, test } from 'vitest'
import { blankChannel, changesBetween, readChannelValues } from './channel-form.ts'
import { parseGroups, groupsText } from './groups.ts'
import { moveMenuRows } from './moves.ts'

test('the form contains a channel’s values: empty means none, and a switch that is off is not sent', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    name: 'One',
    number: '',
    groups: ' News ; ;Sport;News',
    liveStreamUrl: ' https://a.test/ ',
    tvg_id: '',
    catchup_days: '7',
    is_off: 'on',
    owner: '',
  }))
    form.set(name, value)
  expect(readChannelValues(form, { kind: 'radio', blocked_countries: [239] })).toEqual({
    ...blankChannel,
    name: 'One',
    kind: 'radio',
    groups: ['News', 'Sport'],
    liveStreamUrl: 'https://a.test/',
    catchup_days: 7,
    is_off: true,
    blocked_countries: [239],
  })
})

test("only changes are sent, so that another operator's are kept", () => {
  const before = { ...blankChannel, name: 'One', groups: ['News'] }
  expect(changesBetween(before, { ...before })).toEqual({})
  expect(changesBetween(before, { ...before, number: 5, groups: [] })).toEqual({ number: 5, groups: [] })
})

test('groups are typed as they are shown', () => {
  expect(parseGroups(groupsText(['News, local', 'Sport']))).toEqual(['News, local', 'Sport'])
})

test('a menu offers only possible moves', () => {
  const ids = (index: number, last: number | undefined) => moveMenuRows(index, last, () => undefined).map(({ id }) => id)
  expect(ids(0, 2)).toEqual(['down', 'last'])
  expect(ids(2, 2)).toEqual(['up', 'first'])
  expect(ids(0, 0)).toEqual([])
  expect(ids(1, undefined)).toEqual(['up', 'down', 'first', 'last'])
})
