import type { ReadFunction } from '#kit/web/read.ts'
import { magnifyingGlass } from '#ui/icons.ts'
import type { Destination, FoundDestinations } from '#shell/feature.ts'
import { paths } from '#shell/paths.ts'
import { isSignedIn } from '#kit/web/storage.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import type { SearchResults } from '../contract.ts'
import type { Category } from '../rules.ts'
import { isLongEnough } from '../tokens.ts'
import { t as tChannels } from '#features/channels/web/texts.ts'
import { categoryIcon, categoriesFound, hitsOf, joinParts } from './hits.ts'
import { createSearchRequest } from './searches.ts'
import { categoryName, t } from './texts.ts'

/** Results of each category in the palette. */
const shownHits = 3

const pagesOf = (results: SearchResults, category: Category, me: string | undefined): Destination[] =>
  hitsOf(results, category, shownHits, me).flatMap(({ id, name, about, href, isLocked }) =>
    href === undefined
      ? []
      : [
          {
            id,
            name,
            detail: joinParts(about, isLocked && tChannels('lock.tier_required')) || undefined,
            icon: categoryIcon[category],
            href,
          },
        ],
  )

/** Returns the first results of each category, and a link to all results; nothing if the keyword is too short. @throws ApiError */
export async function findDestinations(keyword: string, read: ReadFunction): Promise<readonly FoundDestinations[]> {
  if (!isLongEnough(keyword)) return []
  const signedIn = isSignedIn()
  const { endpoint, query } = createSearchRequest({ keyword, scope: 'all' }, signedIn)
  const [results, profile] = await Promise.all([
    read(endpoint, { query }) as Promise<SearchResults>,
    signedIn ? read(accountsContract.getProfile, {}) : undefined,
  ])
  return [
    ...categoriesFound(results).map((category) => ({ name: categoryName(category), pages: pagesOf(results, category, profile?.id) })),
    {
      name: t('title'),
      pages: [{ id: 'search.all', name: t('palette.all', { keyword }), icon: magnifyingGlass, href: paths.search({ keyword }) }],
    },
  ]
}
