import { language } from '#kit/web/i18n.ts'
import { inLanguage } from './paths.ts'

/** Addresses of pages that few open: kept apart from those that every first visit fetches. */
export const latePaths = {
  favorites: () => inLanguage(language, { pathname: '/favorites', search: '' }),
  operatorTv: () => inLanguage(language, { pathname: '/operator/tv', search: '' }),
  operatorReports: () => inLanguage(language, { pathname: '/operator/reports', search: '' }),
}
