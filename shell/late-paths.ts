import { language } from '#kit/web/i18n.ts'
import { inLanguage } from './paths.ts'

const latePath = (pathname: string, search: Record<string, string | undefined> = {}) => {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(entries).toString()
  return inLanguage(language, { pathname, search: query && `?${query}` })
}

/** Paths of rarely opened pages, in a file that the first visit doesn't load. */
export const latePaths = {
  favorites: () => latePath('/favorites'),
  /** The operator's console; `web/operator-screens.tsx` has the screens. */
  operator: () => latePath('/operator'),
  operatorUsers: (search?: { query?: string | undefined; filter?: string | undefined }) => latePath('/operator/people', search),
  operatorUser: (id: string) => latePath(`/operator/people/${encodeURIComponent(id)}`),
  operatorAudit: (search?: Record<string, string | undefined>) => latePath('/operator/audit', search),
  operatorOverview: () => latePath('/operator/overview'),
  operatorJobs: (search?: { kind?: string | undefined; state?: string | undefined }) => latePath('/operator/jobs', search),
  operatorStorage: () => latePath('/operator/storage'),
  operatorPages: () => latePath('/operator/pages'),
  operatorChannels: () => latePath('/operator/channels'),
  operatorNames: () => latePath('/operator/names'),
  operatorSettings: () => latePath('/operator/settings'),
  operatorSeeAs: () => latePath('/operator/see-as'),
  operatorTv: () => latePath('/operator/tv'),
  operatorCoupons: () => latePath('/operator/coupons'),
  operatorLedger: (search?: { user?: string | undefined }) => latePath('/operator/ledger', search),
  operatorPackages: () => latePath('/operator/packages'),
  operatorReports: (search?: { by?: string | undefined; about?: string | undefined }) => latePath('/operator/reports', search),
}
