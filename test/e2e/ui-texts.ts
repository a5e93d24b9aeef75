import { type Language, translator } from '#kit/contract/texts.ts'
import accountsEn from '#features/accounts/locales/en.json' with { type: 'json' }
import accountsNl from '#features/accounts/locales/nl.json' with { type: 'json' }
import activityEn from '#features/activity/locales/en.json' with { type: 'json' }
import activityNl from '#features/activity/locales/nl.json' with { type: 'json' }
import arrangingEn from '#features/arranging/locales/en.json' with { type: 'json' }
import arrangingNl from '#features/arranging/locales/nl.json' with { type: 'json' }
import channelsEn from '#features/channels/locales/en.json' with { type: 'json' }
import channelsNl from '#features/channels/locales/nl.json' with { type: 'json' }
import guideEn from '#features/guide/locales/en.json' with { type: 'json' }
import guideNl from '#features/guide/locales/nl.json' with { type: 'json' }
import operationsEn from '#features/operations/locales/en.json' with { type: 'json' }
import operationsNl from '#features/operations/locales/nl.json' with { type: 'json' }
import operatorEn from '#features/operator/locales/en.json' with { type: 'json' }
import operatorNl from '#features/operator/locales/nl.json' with { type: 'json' }
import packagesEn from '#features/packages/locales/en.json' with { type: 'json' }
import packagesNl from '#features/packages/locales/nl.json' with { type: 'json' }
import reportsEn from '#features/reports/locales/en.json' with { type: 'json' }
import reportsNl from '#features/reports/locales/nl.json' with { type: 'json' }
import searchEn from '#features/search/locales/en.json' with { type: 'json' }
import searchNl from '#features/search/locales/nl.json' with { type: 'json' }
import sharingEn from '#features/sharing/locales/en.json' with { type: 'json' }
import sharingNl from '#features/sharing/locales/nl.json' with { type: 'json' }
import shortcutsEn from '#features/shortcuts/locales/en.json' with { type: 'json' }
import shortcutsNl from '#features/shortcuts/locales/nl.json' with { type: 'json' }
import siteEn from '#features/site/locales/en.json' with { type: 'json' }
import siteNl from '#features/site/locales/nl.json' with { type: 'json' }
import statisticsEn from '#features/statistics/locales/en.json' with { type: 'json' }
import statisticsNl from '#features/statistics/locales/nl.json' with { type: 'json' }
import subscriptionsEn from '#features/subscriptions/locales/en.json' with { type: 'json' }
import subscriptionsNl from '#features/subscriptions/locales/nl.json' with { type: 'json' }
import teamsEn from '#features/teams/locales/en.json' with { type: 'json' }
import teamsNl from '#features/teams/locales/nl.json' with { type: 'json' }
import tvWatchingEn from '#features/tv-watching/locales/en.json' with { type: 'json' }
import tvWatchingNl from '#features/tv-watching/locales/nl.json' with { type: 'json' }
import uploadsEn from '#features/uploads/locales/en.json' with { type: 'json' }
import uploadsNl from '#features/uploads/locales/nl.json' with { type: 'json' }
import walletEn from '#features/wallet/locales/en.json' with { type: 'json' }
import walletNl from '#features/wallet/locales/nl.json' with { type: 'json' }
import uiEn from '#ui/locales/en.json' with { type: 'json' }
import uiNl from '#ui/locales/nl.json' with { type: 'json' }
import webEn from '#shell/locales/en.json' with { type: 'json' }
import webNl from '#shell/locales/nl.json' with { type: 'json' }

/** UI texts in a language, by feature, for tests in both languages. */
export const textsIn = (language: Language) => ({
  accounts: translator<typeof accountsEn>(language === 'en' ? accountsEn : accountsNl, language),
  activity: translator<typeof activityEn>(language === 'en' ? activityEn : activityNl, language),
  arranging: translator<typeof arrangingEn>(language === 'en' ? arrangingEn : arrangingNl, language),
  channels: translator<typeof channelsEn>(language === 'en' ? channelsEn : channelsNl, language),
  guide: translator<typeof guideEn>(language === 'en' ? guideEn : guideNl, language),
  operations: translator<typeof operationsEn>(language === 'en' ? operationsEn : operationsNl, language),
  operator: translator<typeof operatorEn>(language === 'en' ? operatorEn : operatorNl, language),
  packages: translator<typeof packagesEn>(language === 'en' ? packagesEn : packagesNl, language),
  reports: translator<typeof reportsEn>(language === 'en' ? reportsEn : reportsNl, language),
  search: translator<typeof searchEn>(language === 'en' ? searchEn : searchNl, language),
  sharing: translator<typeof sharingEn>(language === 'en' ? sharingEn : sharingNl, language),
  shortcuts: translator<typeof shortcutsEn>(language === 'en' ? shortcutsEn : shortcutsNl, language),
  site: translator<typeof siteEn>(language === 'en' ? siteEn : siteNl, language),
  statistics: translator<typeof statisticsEn>(language === 'en' ? statisticsEn : statisticsNl, language),
  subscriptions: translator<typeof subscriptionsEn>(language === 'en' ? subscriptionsEn : subscriptionsNl, language),
  teams: translator<typeof teamsEn>(language === 'en' ? teamsEn : teamsNl, language),
  tvWatching: translator<typeof tvWatchingEn>(language === 'en' ? tvWatchingEn : tvWatchingNl, language),
  ui: translator<typeof uiEn>(language === 'en' ? uiEn : uiNl, language),
  uploads: translator<typeof uploadsEn>(language === 'en' ? uploadsEn : uploadsNl, language),
  wallet: translator<typeof walletEn>(language === 'en' ? walletEn : walletNl, language),
  web: translator<typeof webEn>(language === 'en' ? webEn : webNl, language),
})
