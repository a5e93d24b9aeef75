import type { AllTexts } from '#kit/server/http/problems.ts'
import accountsEn from '#features/accounts/locales/en.json' with { type: 'json' }
import accountsNl from '#features/accounts/locales/nl.json' with { type: 'json' }
import curationEn from '#features/curation/locales/en.json' with { type: 'json' }
import curationNl from '#features/curation/locales/nl.json' with { type: 'json' }
import mediaEn from '#features/media/locales/en.json' with { type: 'json' }
import mediaNl from '#features/media/locales/nl.json' with { type: 'json' }
import socialEn from '#features/social/locales/en.json' with { type: 'json' }
import socialNl from '#features/social/locales/nl.json' with { type: 'json' }
import sharingEn from '#features/sharing/locales/en.json' with { type: 'json' }
import sharingNl from '#features/sharing/locales/nl.json' with { type: 'json' }
import notificationsEn from '#features/notifications/locales/en.json' with { type: 'json' }
import notificationsNl from '#features/notifications/locales/nl.json' with { type: 'json' }
import publishingEn from '#features/publishing/locales/en.json' with { type: 'json' }
import publishingNl from '#features/publishing/locales/nl.json' with { type: 'json' }
import reportsEn from '#features/reports/locales/en.json' with { type: 'json' }
import reportsNl from '#features/reports/locales/nl.json' with { type: 'json' }
import dataRightsEn from '#features/data-rights/locales/en.json' with { type: 'json' }
import dataRightsNl from '#features/data-rights/locales/nl.json' with { type: 'json' }
import televisionEn from '#features/television/locales/en.json' with { type: 'json' }
import televisionNl from '#features/television/locales/nl.json' with { type: 'json' }
import uploadsEn from '#features/uploads/locales/en.json' with { type: 'json' }
import uploadsNl from '#features/uploads/locales/nl.json' with { type: 'json' }
import kitEn from '#kit/contract/locales/en.json' with { type: 'json' }
import kitNl from '#kit/contract/locales/nl.json' with { type: 'json' }

/** What the server says, by feature. */
export const texts = {
  en: {
    kit: kitEn,
    media: mediaEn,
    accounts: accountsEn,
    curation: curationEn,
    uploads: uploadsEn,
    notifications: notificationsEn,
    social: socialEn,
    sharing: sharingEn,
    publishing: publishingEn,
    reports: reportsEn,
    'data-rights': dataRightsEn,
    television: televisionEn,
  },
  nl: {
    kit: kitNl,
    media: mediaNl,
    accounts: accountsNl,
    curation: curationNl,
    uploads: uploadsNl,
    notifications: notificationsNl,
    social: socialNl,
    sharing: sharingNl,
    publishing: publishingNl,
    reports: reportsNl,
    'data-rights': dataRightsNl,
    television: televisionNl,
  },
} satisfies AllTexts
