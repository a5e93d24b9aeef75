import { beforeEach, expect, test } from 'vitest'
import type { Limits } from '#kit/server/http/limits.ts'
import { createHostLimiter } from './fetch-limits.ts'

/** In-memory limits that record which keys are counted. */
const counts = new Map<string, number>()
const takeAll: Limits['takeAll'] = (limits) => {
  const allowed = limits.every(([key, { max }]) => (counts.get(key) ?? 0) < max)
  if (allowed) for (const [key] of limits) counts.set(key, (counts.get(key) ?? 0) + 1)
  return Promise.resolve({ allowed, retryAfter: 0 })
}
beforeEach(() => counts.clear())

const admissionOf = (address: string, caller = 'ann', isPasted = true) => createHostLimiter({ takeAll }, { by: caller, address, isPasted })
const requestTo = (host: string, ...addresses: string[]) => ({ host, addresses })
/** Returns how many of `count` checks of a host are admitted. */
async function countAdmitted(count: number, admitOne: (n: number) => Promise<boolean>): Promise<number> {
  let sum = 0
  for (let n = 0; n < count; n++) if (await admitOne(n)) sum++
  return sum
}

test('limits a user to 30 links per host, and 200 in total', async () => {
  expect(await countAdmitted(40, () => admissionOf('https://a.example/x')(requestTo('a.example', '1.1.1.1')))).toBe(30)
  expect(await countAdmitted(300, (n) => admissionOf(`https://${n}.example/`)(requestTo(`${n}.example`, `2.2.2.${n % 10}`)))).toBe(170)
})

test('waiting for a host does not use up the user’s limit', async () => {
  await countAdmitted(100, () => admissionOf('https://a.example/x')(requestTo('a.example', '1.1.1.1')))
  expect(counts.get('links:ann')).toBe(30)
})

test('limits all users together to 300 per host', async () => {
  expect(await countAdmitted(400, (n) => admissionOf('https://a.example/', `user ${n}`)(requestTo('a.example', '1.1.1.1')))).toBe(300)
})

test('names of one IP address share its limit', async () => {
  const admit = (n: number) =>
    admissionOf(`https://${n}.evil.example/`, `user ${n}`)(requestTo(`${n}.evil.example`, '9.9.9.9', `8.8.8.${n % 7}`))
  expect(await countAdmitted(400, admit)).toBe(300)
  const network = (n: number) => admissionOf(`https://${n}.six.example/`, `user ${n}`)(requestTo(`${n}.six.example`, `2001:db9::${n}`))
  expect(await countAdmitted(400, network)).toBe(300)
})

test("a page's own host counts once per user, other hosts that it refers to count each time", async () => {
  const one = async (n: number) => {
    const admit = admissionOf(`https://${n}.pages.example/`)
    await admit(requestTo(`${n}.pages.example`, `3.3.3.${n}`))
    return (await admit(requestTo('victim.example', '4.4.4.4'))) && (await admit(requestTo('victim.example', '4.4.4.4')))
  }
  await countAdmitted(40, one)
  expect(counts.get('host:victim.example:ann')).toBe(30)
  const ownAdmission = admissionOf('https://own.example/')
  expect(await countAdmitted(20, () => ownAdmission(requestTo('own.example', '5.5.5.5')))).toBe(20)
  expect([counts.get('host:own.example:ann'), counts.get('host:own.example')]).toEqual([1, 20])
})

test('known providers count for their user only, and look-alikes do not pass as one', async () => {
  expect(await countAdmitted(200, () => admissionOf('https://youtu.be/x')(requestTo('www.youtube.com', '6.6.6.6')))).toBe(200)
  expect(await admissionOf('https://youtu.be/x')(requestTo('www.youtube.com', '6.6.6.6'))).toBe(false)
  for (const host of ['youtube.com.evil.example', 'notyoutube.com', 'xytimg.com'])
    expect(await countAdmitted(40, () => admissionOf(`https://${host}/w/abcdefghijkmnopqrstuvw`, 'bob')(requestTo(host, '7.7.7.7')))).toBe(
      30,
    )
})

test('previews count for their host; the caller counts them for the user', async () => {
  expect(await countAdmitted(400, () => admissionOf('https://a.example/', 'ann', false)(requestTo('a.example', '1.1.1.1')))).toBe(300)
  expect(counts.get('links:ann')).toBeUndefined()
})
