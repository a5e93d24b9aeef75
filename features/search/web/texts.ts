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

/** 12 → "12"; at the limit "1,000+". */
export const formatCount = (count: number): string => formatNumber(count) + (count >= limits.count ? '+' : '')

/** "Series: 3" */
export const countText = (category: Category, count: number): string =>
  t('count', { name: categoryName(category), count: formatCount(count) })

/** Why a thing was found, unless its name has the word: "in tags · similar spelling". */
export const matchText = ({ field, how }: Match): string =>
  [field !== 'name' && t(`match.${field}`), how !== 'exact' && t(`match.${how}`)].filter(Boolean).join(' · ')
