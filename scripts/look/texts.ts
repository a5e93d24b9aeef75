import accountsEn from '#features/accounts/locales/en.json' with { type: 'json' }
import accountsNl from '#features/accounts/locales/nl.json' with { type: 'json' }
import arrangingEn from '#features/arranging/locales/en.json' with { type: 'json' }
import arrangingNl from '#features/arranging/locales/nl.json' with { type: 'json' }
import channelsEn from '#features/channels/locales/en.json' with { type: 'json' }
import channelsNl from '#features/channels/locales/nl.json' with { type: 'json' }
import dataRightsEn from '#features/data-rights/locales/en.json' with { type: 'json' }
import dataRightsNl from '#features/data-rights/locales/nl.json' with { type: 'json' }
import guideEn from '#features/guide/locales/en.json' with { type: 'json' }
import guideNl from '#features/guide/locales/nl.json' with { type: 'json' }
import linksEn from '#features/link-checks/locales/en.json' with { type: 'json' }
import linksNl from '#features/link-checks/locales/nl.json' with { type: 'json' }
import notificationsEn from '#features/notifications/locales/en.json' with { type: 'json' }
import notificationsNl from '#features/notifications/locales/nl.json' with { type: 'json' }
import pagesEn from '#features/pages/locales/en.json' with { type: 'json' }
import pagesNl from '#features/pages/locales/nl.json' with { type: 'json' }
import playerEn from '#features/player/locales/en.json' with { type: 'json' }
import playerNl from '#features/player/locales/nl.json' with { type: 'json' }
import reportsEn from '#features/reports/locales/en.json' with { type: 'json' }
import reportsNl from '#features/reports/locales/nl.json' with { type: 'json' }
import sharingEn from '#features/sharing/locales/en.json' with { type: 'json' }
import sharingNl from '#features/sharing/locales/nl.json' with { type: 'json' }
import shellEn from '#shell/locales/en.json' with { type: 'json' }
import shellNl from '#shell/locales/nl.json' with { type: 'json' }
import socialEn from '#features/social/locales/en.json' with { type: 'json' }
import socialNl from '#features/social/locales/nl.json' with { type: 'json' }
import tvSourcesEn from '#features/tv-sources/locales/en.json' with { type: 'json' }
import tvSourcesNl from '#features/tv-sources/locales/nl.json' with { type: 'json' }
import uiEn from '#ui/locales/en.json' with { type: 'json' }
import uiNl from '#ui/locales/nl.json' with { type: 'json' }
import uploadsEn from '#features/uploads/locales/en.json' with { type: 'json' }
import uploadsNl from '#features/uploads/locales/nl.json' with { type: 'json' }
import watchingEn from '#features/watching/locales/en.json' with { type: 'json' }
import watchingNl from '#features/watching/locales/nl.json' with { type: 'json' }

/** The product's texts in one language. */
type Texts = typeof english

const english = {
  accounts: accountsEn,
  arranging: arrangingEn,
  channels: channelsEn,
  dataRights: dataRightsEn,
  guide: guideEn,
  links: linksEn,
  notifications: notificationsEn,
  pages: pagesEn,
  player: playerEn,
  reports: reportsEn,
  sharing: sharingEn,
  shell: shellEn,
  social: socialEn,
  tvSources: tvSourcesEn,
  ui: uiEn,
  uploads: uploadsEn,
  watching: watchingEn,
}
const dutch: Texts = {
  accounts: accountsNl,
  arranging: arrangingNl,
  channels: channelsNl,
  dataRights: dataRightsNl,
  guide: guideNl,
  links: linksNl,
  notifications: notificationsNl,
  pages: pagesNl,
  player: playerNl,
  reports: reportsNl,
  sharing: sharingNl,
  shell: shellNl,
  social: socialNl,
  tvSources: tvSourcesNl,
  ui: uiNl,
  uploads: uploadsNl,
  watching: watchingNl,
}

/** @returns a pattern that matches exactly this text in either language, with anything for placeholders */
export function text(of: (texts: Texts) => string): RegExp {
  const patterns = [english, dutch].map((texts) =>
    of(texts)
      .split(/\{\w+\}/u)
      .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.+'),
  )
  return new RegExp(`^(${patterns.join('|')})$`)
}
