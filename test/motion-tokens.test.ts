import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (file: string) => readFileSync(file, 'utf8')
const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(textOf('ui/tokens.css'))?.[1]

test('animations by script use the durations and the easing of the tokens', () => {
  const script = textOf('ui/motion.ts')
  const durations = [...script.matchAll(/const (\w+)Motion = \{ duration: (\d+), easing \}/g)].map(([, name, ms]) => [name, `${ms}ms`])
  expect(durations).toEqual([
    ['base', token('d-base')],
    ['slow', token('d-slow')],
  ])
  expect(/const easing = '([^']+)'/.exec(script)?.[1]).toBe(token('ease'))
})

// The player's file is in the first visit, which has no room for the shared constants.
test('the player opens with the duration and the easing of the tokens', () => {
  const [, ms, easing] = /openTiming = \{ duration: (\d+), easing: '([^']+)'/.exec(textOf('features/player/web/motion.ts'))!
  expect([`${ms}ms`, easing]).toEqual([token('d-slow'), token('ease')])
})
