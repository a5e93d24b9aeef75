import type { Contract } from '#kit/contract/endpoint.ts'
import type { Feature } from '#kit/server/feature.ts'
import type { AllTexts } from '#kit/server/http/problems.ts'
import type { PersonalData } from '#kit/server/personal-data.ts'
import type { PictureUses } from '#kit/server/picture-uses.ts'
import { type RestrictionRules, setRestrictions } from '#kit/server/restrictions.ts'
import { createSubjects } from '#kit/server/subjects.ts'
import kitEn from '#kit/contract/locales/en.json' with { type: 'json' }
import kitNl from '#kit/contract/locales/nl.json' with { type: 'json' }
import { accountsFeature } from '#features/accounts/server/feature.ts'
import { activityFeature } from '#features/activity/server/feature.ts'
import { channelsFeature } from '#features/channels/server/feature.ts'
import { commentsFeature } from '#features/comments/server/feature.ts'
import { dataRightsFeature } from '#features/data-rights/server/feature.ts'
import { guideFeature } from '#features/guide/server/feature.ts'
import { linkChecksFeature } from '#features/link-checks/server/feature.ts'
import { mediaFeature } from '#features/media/server/feature.ts'
import { notificationsFeature } from '#features/notifications/server/feature.ts'
import { pagesFeature } from '#features/pages/server/feature.ts'
import { playerFeature } from '#features/player/server/feature.ts'
import { publishingFeature } from '#features/publishing/server/feature.ts'
import { reportsFeature } from '#features/reports/server/feature.ts'
import { searchFeature } from '#features/search/server/feature.ts'
import { sharingFeature } from '#features/sharing/server/feature.ts'
import { shortcutsFeature } from '#features/shortcuts/server/feature.ts'
import { statisticsFeature } from '#features/statistics/server/feature.ts'
import { socialFeature } from '#features/social/server/feature.ts'
import { teamsFeature } from '#features/teams/server/feature.ts'
import { togetherFeature } from '#features/together/server/feature.ts'
import { tvSourcesFeature } from '#features/tv-sources/server/feature.ts'
import { tvWatchingFeature } from '#features/tv-watching/server/feature.ts'
import { uploadsFeature } from '#features/uploads/server/feature.ts'
import { packagesFeature } from '#features/packages/server/feature.ts'
import { subscriptionsFeature } from '#features/subscriptions/server/feature.ts'
import { walletFeature } from '#features/wallet/server/feature.ts'
import { operationsFeature } from '#features/operations/server/feature.ts'
import { operatorFeature } from '#features/operator/server/feature.ts'
import { siteFeature } from '#features/site/server/feature.ts'
import { watchingFeature } from '#features/watching/server/feature.ts'

/** All features. Each imports only earlier ones; `dependency-cruiser.mjs` reads the order from here. */
export const features = [
  mediaFeature,
  accountsFeature,
  playerFeature,
  channelsFeature,
  togetherFeature,
  uploadsFeature,
  notificationsFeature,
  teamsFeature,
  activityFeature,
  commentsFeature,
  socialFeature,
  watchingFeature,
  sharingFeature,
  publishingFeature,
  reportsFeature,
  dataRightsFeature,
  tvSourcesFeature,
  guideFeature,
  tvWatchingFeature,
  walletFeature,
  packagesFeature,
  subscriptionsFeature,
  shortcutsFeature,
  searchFeature,
  statisticsFeature,
  linkChecksFeature,
  pagesFeature,
  operatorFeature,
  siteFeature,
  operationsFeature,
] as const

type SubjectTypeOf<F> = F extends Feature<never, infer T> ? T : never

export const contracts: readonly Contract[] = features.map(({ contract }) => contract)

/** Finds the subjects that calls identify by type and id. */
export const subjects = createSubjects<SubjectTypeOf<(typeof features)[number]>>(
  Object.assign({}, ...features.map((feature) => feature.subjects)),
)

/** All restrictions of readers. */
export const restrictions: readonly RestrictionRules[] = features.flatMap((feature): readonly RestrictionRules[] =>
  feature.restrictions ? [feature.restrictions] : [],
)
setRestrictions(restrictions)

export const pictureUses: readonly PictureUses[] = features.flatMap(({ pictures }) => pictures ?? [])

/** The personal data of all features. Data of later features is deleted first. */
export const personalData: readonly PersonalData[] = features.flatMap((feature) => feature.personalData ?? [])

const textsOf = (language: 'en' | 'nl') =>
  Object.fromEntries(features.flatMap(({ name, texts }) => (texts ? [[name, texts[language]]] : [])))

/** The server's texts, by feature. */
export const texts: AllTexts = { en: { kit: kitEn, ...textsOf('en') }, nl: { kit: kitNl, ...textsOf('nl') } }
