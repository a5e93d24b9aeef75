import { useState } from 'react'
import { useSignedIn } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { bell, check, magnifyingGlass, rss } from '#ui/icons.ts'
import { useGo } from '#shell/navigation.ts'
import { paths, type Search, type searches } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import type { SearchHistoryItem } from '../history.ts'
import { categories, sorts } from '../rules.ts'
import { isLongEnough, isSearchable } from '../tokens.ts'
import { CategoryView } from './CategoryView.tsx'
import { isSameTerm, toggleSubscription, useSaveSearchOnOpen, useSearchHistory } from './saved-searches.ts'
import { openSearch } from './open.ts'
import { ResultsOverview } from './ResultsOverview.tsx'
import { SavedSearchesBar } from './SavedSearches.tsx'
import { SearchPanel } from './SearchPanel.tsx'
import css from './SearchScreen.module.css'
import { type Scope, scopes } from './searches.ts'
import { Suggestions } from './Suggestions.tsx'
import { scopeName, t } from './texts.ts'

type SearchAddress = Search<typeof searches.search>

/** Shows the results of the keyword in the address; without a keyword, a field to search. */
export function SearchScreen(address: SearchAddress) {
  const { keyword = '', type } = address
  const scope = useSignedIn() && type === 'my' ? 'my' : 'all'
  return isLongEnough(keyword) ? (
    <ResultsScreen {...address} keyword={keyword.trim()} scope={scope} />
  ) : (
    <Screen title={t('title')}>
      <SearchPanel key={keyword} initial={{ keyword, scope }}>
        <Suggestions />
      </SearchPanel>
    </Screen>
  )
}

/** The scope, keyword, category and sort order are in the address. */
function ResultsScreen({ keyword, scope, ...rest }: SearchAddress & { keyword: string; scope: Scope }) {
  const go = useGo()
  const signedIn = useSignedIn()
  const category = categories.find((category) => category === rest.category)
  const sort = sorts.find((sort) => sort === rest.sort) ?? 'relevance'
  const type = scope === 'my' ? scope : undefined
  const address = (next: SearchAddress) => paths.search({ type, keyword, category, ...next })
  const search = { keyword, scope }
  useSaveSearchOnOpen(keyword)
  const item = useSearchHistory()?.find((saved) => isSameTerm(saved.search, keyword))
  return (
    <Screen
      title={keyword}
      back={category ? address({ category: undefined }) : paths.search()}
      aside={
        <>
          <IconButton className={css.change} icon={magnifyingGlass} label={t('change')} onClick={openSearch} />
          {(item?.is_followed || isSearchable(keyword)) && <Subscription keyword={keyword} item={item} />}
        </>
      }
    >
      {signedIn && <SavedSearchesBar keyword={keyword} />}
      {signedIn && (
        <div className={css.scope}>
          <SegmentedControl
            label={t('scope.label')}
            options={scopes.map((value) => ({ value, name: scopeName(value) }))}
            value={scope}
            onChange={(value) => go(address({ type: value === 'my' ? value : undefined, sort: rest.sort }), { replace: true })}
          />
        </div>
      )}
      {category ? (
        <CategoryView
          search={search}
          category={category}
          sort={sort}
          onSort={(sort) => go(address({ sort: sort === 'relevance' ? undefined : sort }), { replace: true })}
        />
      ) : (
        <ResultsOverview search={search} addressOf={(category) => address({ category: category })} />
      )}
      {item?.is_followed && (
        <div className={css.feed}>
          <Button kind="text" size="s" icon={rss} onClick={() => void openFeed(item)}>
            {t('feed.name')}
          </Button>
        </div>
      )}
    </Screen>
  )
}

const openFeed = (item: SearchHistoryItem) => openDialog(() => import('./FeedDialog.tsx').then((module) => module.FeedDialog), { item })

/** A button that follows the search, so that the user is notified of new results. */
function Subscription({ keyword, item }: { keyword: string; item: SearchHistoryItem | undefined }) {
  const isFollowed = item?.is_followed === true
  const [isBusy, setIsBusy] = useState(false)
  const toggle = () => {
    setIsBusy(true)
    void toggleSubscription(keyword, item).finally(() => setIsBusy(false))
  }
  return (
    <Button
      size="s"
      kind={isFollowed ? 'quiet' : 'accent'}
      icon={isFollowed ? check : bell}
      aria-label={t(isFollowed ? 'follow.remove_from' : 'follow.add_to', { keyword })}
      onClick={isBusy ? undefined : toggle}
    >
      {t(isFollowed ? 'follow.remove' : 'follow.add')}
    </Button>
  )
}
