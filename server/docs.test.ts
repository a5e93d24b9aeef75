import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

test('the newest version in the changelog is the one that this is', () => {
  const [, newest] = /^## (\d\S*)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  expect(newest).toBe((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version)
})

test('what the documentation links to is there', () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
  ]
  const missing = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, path = '', anchor]) => {
        const target = path ? join(dirname(page), path) : page
        if (!existsSync(target)) return `${page}: ${path}`
        const headings = anchor && [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => slugOf(text))
        return headings && !headings.includes(anchor) ? `${page}: ${path}#${anchor}` : undefined
      }),
    )
    .filter(Boolean)
  expect(missing).toEqual([])
})

/** As code hosts make the anchors of headings. */
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
