import { ButtonLink } from '#ui/Button.tsx'
import type { Category } from '../rules.ts'
import { FoundItems } from './FoundItems.tsx'
import { countsText, categoriesFound } from './hits.ts'
import { Results } from './Results.tsx'
import css from './SearchScreen.module.css'
import { type Search, useOverview } from './searches.ts'
import { categoryName, formatCount, t } from './texts.ts'

/** Maximum results of a category in the overview, so that further categories are in view. */
const maxShown = 8

interface OverviewProps {
  search: Search
  /** Address of all results of a category. */
  addressOf: (category: Category) => string
}

/** The first results of each category that has any. */
export const ResultsOverview = ({ search, addressOf }: OverviewProps) => (
  <Results read={useOverview(search)} scope={search.scope} countsOf={countsText}>
    {({ data }) =>
      categoriesFound(data).map((category) => {
        const name = categoryName(category)
        const count = data.counts[category]
        const firstItems = data[category].slice(0, maxShown)
        return (
          <section key={category} className={css.section} aria-label={name}>
            <div className={css.head}>
              <h2>
                {name} <span className={css.count}>{formatCount(count)}</span>
              </h2>
              {count > firstItems.length && (
                <ButtonLink kind="text" size="s" href={addressOf(category)} aria-label={t('more_of', { name })}>
                  {t('more')}
                </ButtonLink>
              )}
            </div>
            <FoundItems category={category} items={firstItems} />
          </section>
        )
      })
    }
  </Results>
)
