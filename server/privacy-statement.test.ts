import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personalData } from './features.ts'

/** Words of the privacy statement about each part of a user's export, in English and Dutch. */
const words: Readonly<Record<string, readonly [en: string, nl: string]>> = {
  profile: ['Your profile', 'je profiel'],
  logins: ['Where you are logged in', 'Waar je bent ingelogd'],
  channels: ['Your channels', 'Je kanalen'],
  groups: ['groups', 'groepen'],
  uploads: ['files that you upload', 'bestanden die je uploadt'],
  shortcuts: ['packages in your bar', 'pakketten in je balk'],
  follows: ['people that you follow', 'mensen je volgt'],
  likes: ['what you like', 'wat je leuk vindt'],
  dismissed_suggestions: ['don’t want suggested', 'voorgesteld wilt krijgen'],
  watch_later: ['where watched videos go', 'waar bekeken video’s'],
  history: ['What you watch', 'Wat je bekijkt'],
  positions: ['how far you got', 'tot waar'],
  keeps_history: ['turn it off', 'uitzetten'],
  search_history: ['What you search for', 'Waar je naar zoekt'],
  notifications: ['Your notifications', 'Je meldingen'],
  notification_settings: ['which emails and notifications you get', 'welke mails en meldingen je krijgt'],
  link_mails: ['dead links', 'links die niet meer werken'],
  statistics_mails: ['monthly email', 'maandelijkse mail'],
  reminders: ['Your reminders', 'Je herinneringen'],
  teams: ['Your teams', 'Je teams'],
  team_invitations: ['invitation expires', 'uitnodiging verloopt'],
  team_activity: ['what you changed there', 'wat je er wijzigde'],
  team_suggestions: ['your suggestions', 'je voorstellen'],
  comments: ['your comments', 'je opmerkingen'],
  reports: ['Your reports', 'Wat je meldt'],
  acts_of_operators: ['decisions about you', 'over jou en je inhoud beslissen'],
  warnings: ['warning', 'waarschuwing'],
  appeals: ['your answer', 'je antwoord'],
  wallet: ['change of your balance', 'wijziging van je saldo'],
  subscriptions: ['Your packages', 'Je pakketten'],
  coupons: ['discount codes you used', 'kortingscodes je hebt gebruikt'],
}

test('the privacy statement names all personal data that a user can download', () => {
  const names = personalData.flatMap(({ exports = {} }) => Object.keys(exports))
  expect(names.toSorted()).toEqual(Object.keys(words).toSorted())
  for (const [index, language] of ['en', 'nl'].entries()) {
    const statement = readFileSync(`features/pages/web/policies/privacy.${language}.json`, 'utf8')
    expect(Object.values(words).flatMap((pair) => (statement.includes(pair[index]!) ? [] : pair[index]))).toEqual([])
  }
})
