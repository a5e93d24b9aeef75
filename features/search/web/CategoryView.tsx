import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { ChannelListSkeleton } from '#features/channels/web/ChannelListSkeleton.tsx'
import { SortChoice } from '#features/channels/web/SortChoice.tsx'
import type { Category, Sort } from '../rules.ts'
import { FoundItems } from './FoundItems.tsx'
import { Results } from './Results.tsx'
import css from './SearchScreen.module.css'
import { type Search, useCategory } from './searches.ts'
import { categoryName, countText, formatCount, t } from './texts.ts'

interface CategoryViewProps {
  search: Search
  category: Category
  sort: Sort
  onSort: (sort: Sort) => void
}

/** All results of a category, in a chosen order. */
export function CategoryView({ search, category, sort, onSort }: CategoryViewProps) {
  const { pages, read } = useCategory(search, category, sort)
  const name = categoryName(category)
  return (
    <Results read={read} scope={search.scope} countsOf={({ count }) => (count > 0 ? countText(category, count) : '')}>
      {({ data: { items, count }, isPrevious }) => (
        <section aria-label={name}>
          <div className={css.head}>
            <h2>
              {name} <span className={css.count}>{formatCount(count)}</span>
            </h2>
          </div>
          {count > 1 && (
            <SortChoice
              value={sort === 'relevance' ? 'own' : sort}
              ownName={t('best')}
              onChange={(sort) => onSort(sort === 'own' ? 'relevance' : sort)}
            />
          )}
          <FoundItems category={category} items={items} />
          {!isPrevious && <LoadMoreOnScroll pages={pages} skeleton={<ChannelListSkeleton />} />}
        </section>
      )}
    </Results>
  )
}
