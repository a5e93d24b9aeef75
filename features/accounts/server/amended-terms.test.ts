import { afterEach, expect, test } from 'vitest'
import { linkIn, createUser } from '#test/people.ts'
import { startTestServer } from '#test/serve.ts'
import { accountsContract as api } from '../contract.ts'
import { today } from '../rules.ts'
import { terms } from '../terms.ts'
import { mailAmendedTerms } from './jobs.ts'
import { insertPlaceholderAccount, placeholderAccountId } from './queries/deletion.ts'

const server = await startTestServer()
const { db, mailsTo, services } = server

const earlierConsent = { terms_version: 'November 2021', terms_accepted_at: new Date() }
const announce = (version: string) => (terms.announced = { version, on: today() })
const sendAnnouncement = () => mailAmendedTerms(db, services.mailer, { signal: new AbortController().signal, isLastAttempt: false })
const readAnnouncedTerms = async ({ client }: Awaited<ReturnType<typeof createUser>>) => (await client(api.getProfile, {})).amended_terms

afterEach(() => {
  terms.announced = undefined
})

test('without an announcement no emails are sent', async () => {
  const ann = await createUser(server, earlierConsent)
  await sendAnnouncement()
  expect(await readAnnouncedTerms(ann)).toBeNull()
  expect(await ann.client(api.dismissAmendedTerms, {})).toMatchObject({ id: ann.id, amended_terms: null })
  announce('Later')
  expect(await readAnnouncedTerms(ann)).toMatchObject({ version: 'Later' })
})

test('every user gets one email in their language, however often the job runs', async () => {
  const ann = await createUser(server, earlierConsent)
  const bert = await createUser(server, { ...earlierConsent, language: 'nl' })
  const early = await createUser(server, { terms_version: 'March 2027', terms_accepted_at: new Date() })
  announce('March 2027')
  await Promise.all([sendAnnouncement(), sendAnnouncement(), sendAnnouncement()])
  await sendAnnouncement()

  const [english = ''] = await mailsTo(ann.email)
  expect(english).toContain('Subject: The terms of Choice are changing')
  expect(linkIn(english).href).toBe('http://choice.test/en/terms')
  const [dutch = ''] = await mailsTo(bert.email)
  expect(dutch).toContain('Content-Language: nl')
  expect(linkIn(dutch).href).toBe('http://choice.test/nl/terms')
  for (const mail of [english, dutch]) expect(mail).toMatch(/^Content-Type: text\/html/m)

  announce('May 2027')
  await sendAnnouncement()
  expect(await mailsTo(ann.email, 2)).toHaveLength(2)
  expect(await mailsTo(bert.email, 2)).toHaveLength(2)
  expect(await mailsTo(early.email, 1)).toHaveLength(1)
})

test('a suspended user gets the email, and the accounts that nobody uses don’t', async () => {
  const ann = await createUser(server, earlierConsent)
  const suspended_until = new Date(Date.now() + 60_000)
  await db.updateTable('account').set({ suspended_until, suspended_reason: 'Spam' }).where('id', '=', ann.id).execute()
  await insertPlaceholderAccount(db)
  announce('June 2027')
  await sendAnnouncement()
  expect(await mailsTo(ann.email, 1)).toHaveLength(1)
  expect(await db.selectFrom('account').select('terms_mailed').where('id', '=', placeholderAccountId).execute()).toEqual([
    { terms_mailed: null },
  ])
})

test('the announcement is in the profile until dismissed, unless the user agreed to the new terms', async () => {
  const ann = await createUser(server, earlierConsent)
  const bert = await createUser(server, earlierConsent)
  const early = await createUser(server, { terms_version: 'March 2027', terms_accepted_at: new Date() })
  announce('March 2027')
  expect(await readAnnouncedTerms(ann)).toEqual({ version: 'March 2027', from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect(await readAnnouncedTerms(early)).toBeNull()
  expect(await ann.client(api.dismissAmendedTerms, {})).toMatchObject({ terms_version: 'November 2021', amended_terms: null })
  expect([await readAnnouncedTerms(ann), await readAnnouncedTerms(bert)]).toMatchObject([null, { version: 'March 2027' }])
  announce('May 2027')
  expect(await readAnnouncedTerms(ann)).toMatchObject({ version: 'May 2027' })
  await expect(server.guest(api.dismissAmendedTerms, {})).rejects.toMatchObject({ status: 401 })
})
