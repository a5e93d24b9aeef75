import type { Locator, Page } from 'playwright'
import { accountsContract } from '#features/accounts/contract.ts'
import { channelsContract } from '#features/channels/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import type { Language } from '#kit/contract/texts.ts'
import { linkIn } from '../people.ts'
import { newUser } from './accounts.ts'
import { mailTo } from './mailbox.ts'
import type { Newcomer } from './newcomers.ts'
import { textsIn } from './ui-texts.ts'

/** Creates a user with a channel of one series. The browser has already dismissed the question about profile fields. */
export async function userWithChannel(name: string) {
  const user = await newUser()
  const { email } = await user.client(accountsContract.getProfile, {})
  const { id } = await user.client(channelsContract.createPlaylist, { body: { name, status_id: 1 } })
  const videos = ['One', 'Two'].map((title) => ({ src: `https://videos.example/${title}.mp4`, title, image: '' }))
  await user.client(channelsContract.createSeries, { body: { playlist_id: id, name: 'Films', videos } })
  return { ...user, email, channel: id, browserStorage: { ...user.browserStorage, canceled_enter_fields_modal: 'true' } }
}

/** Creates a team with a channel, and invites an address. Returns the link in the email. */
export async function inviteToTeam(name: string, email: string) {
  const admin = await userWithChannel(`${name} films`)
  const team = await admin.client(teamsContract.createTeam, { body: { name, users: [email], playlists: [admin.channel] } })
  return { admin, team, link: linkIn(await mailTo(email)).href }
}

export const invitation = (page: Page, language: Language, name: string) =>
  page.getByRole('dialog', { name: textsIn(language).teams('request.title', { name }) })

/** Counts the actions of a user. */
export function countActions() {
  const acts: string[] = []
  const act = async (name: string, done: Promise<unknown>) => {
    acts.push(name)
    await done
  }
  return { acts, act, press: (locator: Locator) => act(String(locator), locator.click()) }
}

/** Fills in the form from an emailed link, without submitting it. */
export async function fillRegistration(page: Page, newcomerInput: Newcomer, language: Language) {
  const { accounts: ta } = textsIn(language)
  await page.getByLabel(ta('nickname.label')).fill(newcomerInput.nickname)
  await page.getByLabel(ta('password.label'), { exact: true }).fill(newcomerInput.password)
  await page.getByLabel(ta('password.again')).fill(newcomerInput.password)
  await page
    .getByRole('checkbox', { name: ta('register.terms', { terms: ta('register.terms_link'), privacy: ta('register.privacy_link') }) })
    .check()
}
