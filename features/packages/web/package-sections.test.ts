import { expect, test } from 'vitest'
import { groupIntoSections } from './package-sections.ts'

const tier = (name: string, packageName = name) => ({ name, package_name: packageName })

test('levels with the same package name are adjacent, in the given order', () => {
  expect(groupIntoSections([tier('Basic', 'Sport'), tier('All', 'Films'), tier('Plus', 'Sport')])).toEqual([
    { name: 'Sport', levels: [tier('Basic', 'Sport'), tier('Plus', 'Sport')] },
    { name: 'Films', levels: [tier('All', 'Films')] },
  ])
  expect(groupIntoSections([])).toEqual([])
})

test('adjacent packages of one tier share a section without a heading', () => {
  const sections = groupIntoSections([tier('Free'), tier('News'), tier('Basic', 'Sport'), tier('Plus', 'Sport'), tier('Films')])
  expect(sections.map(({ name, levels }) => [name, levels.map((level) => level.name)])).toEqual([
    [undefined, ['Free', 'News']],
    ['Sport', ['Basic', 'Plus']],
    [undefined, ['Films']],
  ])
})
