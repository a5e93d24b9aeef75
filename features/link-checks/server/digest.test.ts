import { expect, test, vi } from 'vitest'
import { startDyingSites } from '#test/dying-site.ts'
import { fillSeries, makeChannel, makeSeries, outcome } from '#test/channels.ts'
import { createLinkCheckRuns } from '#test/link-checks.ts'
import { createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { linkChecksContract as contract } from '../contract.ts'
import { mailDigests } from './digest.ts'
import { mailDeadLinksJob } from './jobs.ts'

const sites = await startDyingSites()
const server = await startTestServer({ OUTBOUND_ALLOW: sites.places.join() })
const { db, guest, services, mailsTo, app } = server
const { findDeadLinks, pass, look, register } = createLinkCheckRuns(server)

/** Creates a user with a channel of links: gone links with these names, and a working link of another host. */
async function createOwnerWithDeadLinks(names: readonly string[], fields: Parameters<typeof createUser>[1] = {}) {
  const owner = await createUser(server, fields)
  const { id } = await makeChannel(owner.client, { name: 'Night Trains' })
  const series = await makeSeries(owner.client, id)
  for (const [index, name] of [...names, 'good'].entries()) {
    const src = sites.film(name, name === 'good' ? 1 : 0)
    await fillSeries(db, series.id, [`Film ${name}`], { src, position: (index + 1) * 10 })
    if (name !== 'good') sites.breakLink(src)
  }
  return owner
}
async function sendMails() {
  await services.jobs.send(mailDeadLinksJob, {})
  await vi.waitFor(
    async () => {
      const jobs = db.selectFrom('job').select('id').where('name', 'in', [mailDeadLinksJob.name, 'mail'])
      expect(await jobs.where('state', 'in', ['waiting', 'active']).execute()).toEqual([])
    },
    {
      timeout: 10_000,
    },
  )
}

test('owners of dead links get an email at most once a week and only with new ones, in their language', async () => {
  const ann = await createOwnerWithDeadLinks(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  const bram = await createOwnerWithDeadLinks(['a'], { language: 'nl' })
  const suspended = await createOwnerWithDeadLinks(['a'])
  const suspend = (until: Date) =>
    db.updateTable('account').set({ suspended_until: until, suspended_reason: 'Spam' }).where('id', '=', suspended.id).execute()
  await suspend(new Date(Date.now() + 3_600_000))
  const well = await createUser(server)
  await findDeadLinks()
  await sendMails()
  const [mail = ''] = await mailsTo(ann.email)
  expect(mail).toContain('Subject: 7 of your videos no longer play')
  expect(mail).toMatch(/Film \w.* in Night Trains: no longer at this address\./)
  expect(mail).toContain('And 2 more.')
  expect(mail).toContain('http://choice.test/en/settings?view=deadLinks')
  expect((await mailsTo(bram.email))[0]).toMatch(/van je video/)
  for (const { email } of [well, suspended]) expect(await mailsTo(email, 0)).toEqual([])
  // The email follows the suspension.
  await suspend(new Date(Date.now() - 60_000))
  await sendMails()
  expect(await mailsTo(suspended.email, 1)).toHaveLength(1)

  await sendMails()
  await pass(24 * 8)
  await look()
  await sendMails()
  expect(await mailsTo(ann.email)).toHaveLength(1)
  // Another link is gone, and a week has passed.
  sites.breakLink(sites.film('good', 1))
  await pass(1)
  await look()
  await pass(25)
  await look()
  await sendMails()
  expect(await mailsTo(ann.email, 2)).toHaveLength(2)
})

test('an email that fails delays no others, and is skipped after the last attempt', async () => {
  const people = [await createOwnerWithDeadLinks(['h']), await createOwnerWithDeadLinks(['h'])]
  await findDeadLinks()
  const [poisoned, other] = people.toSorted((one, another) => (one.id < another.id ? -1 : 1))
  const mailer: typeof services.mailer = {
    ...services.mailer,
    send: (mail, options) => (mail.to === poisoned!.email ? Promise.reject(new Error('no words')) : services.mailer.send(mail, options)),
  }
  const attempt = (isLastAttempt: boolean) =>
    mailDigests(services.backgroundDb, mailer, { signal: new AbortController().signal, isLastAttempt })
  await expect(attempt(false)).rejects.toThrow(`1 emails failed (accounts ${poisoned!.id}): Error: no words`)
  expect(await mailsTo(other!.email, 1)).toHaveLength(1)
  await expect(attempt(true)).rejects.toThrow('1 emails failed, and are not tried again')
  await attempt(false)
  expect(await mailsTo(poisoned!.email, 0)).toEqual([])
})

test('the emails can be disabled by the setting and by the link in the email', async () => {
  const [own, byMail] = [await createOwnerWithDeadLinks(['x']), await createOwnerWithDeadLinks(['y'])]
  expect(await own.client(contract.getLinkDigest, {})).toEqual({ is_on: true })
  expect(await own.client(contract.setLinkDigest, { body: { is_on: false } })).toEqual({ is_on: false })
  expect(await own.client(contract.getLinkDigest, {})).toEqual({ is_on: false })
  for (const call of [guest(contract.getLinkDigest, {}), guest(contract.setLinkDigest, { body: { is_on: true } })])
    expect(await outcome(call)).toBe('401 login_required')
  expect(await outcome(own.client(contract.setLinkDigest, { body: { is_on: 'perhaps' as never } }))).toBe('422 invalid is_on')

  await register()
  await look()
  await pass(25)
  await look()
  await sendMails()
  expect(await mailsTo(own.email, 0)).toEqual([])
  const [mail = ''] = await mailsTo(byMail.email)
  const [, path = ''] = /List-Unsubscribe: <http:\/\/choice\.test(\S+)>/.exec(mail.replaceAll(/\r?\n /g, ' ')) ?? []
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const response = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(response.statusCode).toBe(200)
  expect(await byMail.client(contract.getLinkDigest, {})).toEqual({ is_on: false })
  expect(await outcome(guest(contract.stopLinkDigest, { params: { token: '0'.repeat(32) }, body: {} }))).toBe('done')
  expect(await outcome(guest(contract.stopLinkDigest, { params: { token: 'x' }, body: {} }))).toMatch(/^4/)
})
