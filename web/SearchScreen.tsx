import { useRead } from '#kit/web/use.ts'
import { isSearched, SearchScreen as Search } from '#features/channels/web/SearchScreen.tsx'
import { guideContract } from '#features/guide/contract.ts'
import { FoundTv } from '#features/guide/web/list/FoundTv.tsx'
import type { searches, Search as SearchOf } from '#shell/paths.ts'

/** Maximum TV channels among the results. */
const maxTvFound = 6

/** Searches users' channels and TV channels. */
export function SearchScreen({ keyword = '' }: SearchOf<typeof searches.search>) {
  const query = keyword.trim()
  const { data: tv } = useRead(guideContract.searchTvChannels, { body: { query, limit: maxTvFound } }, { enabled: isSearched(query) })
  return <Search keyword={keyword} others={tv && tv.length > 0 && <FoundTv channels={tv} />} />
}
