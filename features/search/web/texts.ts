import { brand } from '#kit/contract/brand.ts'
import { formatNumber } from '#kit/web/format.ts'
import { textsOf } from '#kit/web/i18n.ts'
import type { Match } from '../contract.ts'
import type en from '../locales/en.json'
import type nl from '../locales/nl.json'
import { type Category, limits } from '../rules.ts'
import type { Scope } from './searches.ts'

export const t = textsOf<typeof en, typeof nl>()

export const categoryName = (category: Category): string => t(`category.${category}`)

export const scopeName = (scope: Scope): string => t(`scope.${scope}`, { brand })

/** Formats 12 as "12"; formats the limit as "1,000+". */
export const formatCount = (count: number): string => formatNumber(count) + (count >= limits.count ? '+' : '')

/** "Series: 3" */
export const countText = (category: Category, count: number): string =>
  t('count', { name: categoryName(category), count: formatCount(count) })

/** Returns why a thing was found, such as "in tags · similar spelling"; empty for an exact word of its name. */
export const matchText = ({ field, how }: Match): string =>
  [field !== 'name' && t(`match.${field}`), how !== 'exact' && t(`match.${how}`)].filter(Boolean).join(' · ')
