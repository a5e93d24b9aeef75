import { language } from '#kit/web/i18n.ts'
import { inLanguage } from './paths.ts'

const late = (pathname: string, search: Record<string, string | undefined> = {}) => {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(entries).toString()
  return inLanguage(language, { pathname, search: query && `?${query}` })
}

/** Paths of rarely opened pages, in a file that the first visit doesn't load. */
export const latePaths = {
  favorites: () => late('/favorites'),
  /** The operator's console; `web/operator-screens.tsx` has the screens. */
  operator: () => late('/operator'),
  operatorUsers: (search?: { query?: string | undefined; filter?: string | undefined }) => late('/operator/people', search),
  operatorUser: (id: string) => late(`/operator/people/${encodeURIComponent(id)}`),
  operatorAudit: (search?: Record<string, string | undefined>) => late('/operator/audit', search),
  operatorOverview: () => late('/operator/overview'),
  operatorJobs: (search?: { kind?: string | undefined; state?: string | undefined }) => late('/operator/jobs', search),
  operatorStorage: () => late('/operator/storage'),
  operatorPages: () => late('/operator/pages'),
  operatorChannels: () => late('/operator/channels'),
  operatorNames: () => late('/operator/names'),
  operatorSettings: () => late('/operator/settings'),
  operatorSeeAs: () => late('/operator/see-as'),
  operatorTv: () => late('/operator/tv'),
  operatorCoupons: () => late('/operator/coupons'),
  operatorLedger: (search?: { user?: string | undefined }) => late('/operator/ledger', search),
  operatorPackages: () => late('/operator/packages'),
  operatorReports: (search?: { by?: string | undefined; about?: string | undefined }) => late('/operator/reports', search),
}
