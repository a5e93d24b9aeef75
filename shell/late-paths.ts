import { language } from '#kit/web/i18n.ts'
import { inLanguage } from './paths.ts'

/** Paths of rarely opened pages, kept out of the first visit's bundle. */
export const latePaths = {
  favorites: () => inLanguage(language, { pathname: '/favorites', search: '' }),
  operatorOverview: () => inLanguage(language, { pathname: '/operator/overview', search: '' }),
  operatorJobs: () => inLanguage(language, { pathname: '/operator/jobs', search: '' }),
  operatorStorage: () => inLanguage(language, { pathname: '/operator/storage', search: '' }),
  operatorTv: () => inLanguage(language, { pathname: '/operator/tv', search: '' }),
  operatorCoupons: () => inLanguage(language, { pathname: '/operator/coupons', search: '' }),
  operatorLedger: () => inLanguage(language, { pathname: '/operator/ledger', search: '' }),
  operatorPackages: () => inLanguage(language, { pathname: '/operator/packages', search: '' }),
  operatorReports: () => inLanguage(language, { pathname: '/operator/reports', search: '' }),
}
