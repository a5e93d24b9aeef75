import { formatNumber } from '#kit/web/format.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { DelayedSkeleton } from '#ui/RevealInOrder.tsx'
import { bell, clockCounterClockwise, x } from '#ui/icons.ts'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { useDelayed } from '#ui/useDelayed.ts'
import { paths } from '#shell/paths.ts'
import type { SearchHistoryItem } from '../history.ts'
import { clearSearches, isSameTerm, removeSearch, useSearchHistory } from './saved-searches.ts'
import css from './SavedSearches.module.css'
import { t } from './texts.ts'

const followedText = ({ new_count: count }: SearchHistoryItem) =>
  count > 0 ? t('history.followed_new', { count: formatNumber(count) }) : t('history.followed')

const RemoveButton = ({ item }: { item: SearchHistoryItem }) => (
  <IconButton icon={x} iconSize={16} label={t('history.remove_of', { keyword: item.search })} onClick={() => void removeSearch(item)} />
)

const ClearButton = ({ items }: { items: readonly SearchHistoryItem[] }) => (
  <Button kind="text" size="s" className={css.clear} aria-label={t('history.clear')} onClick={() => void clearSearches(items)}>
    {t('history.clear_short')}
  </Button>
)

/** Scrolls only the row, because the user may have scrolled the page in the meantime. */
function bringIntoView(chip: HTMLElement | null) {
  const row = chip?.parentElement
  if (chip && row) row.scrollLeft += Math.max(0, chip.getBoundingClientRect().right - row.getBoundingClientRect().right + rowEndPx)
}
const rowEndPx = 16

/** A row of followed and recent searches, which lead to their results. */
export function SavedSearchesBar({ keyword }: { keyword: string }) {
  const items = useSearchHistory()
  const currentId = items?.find(({ search }) => isSameTerm(search, keyword))?.id
  // Reserves space for the row, because opening a search saves it at once.
  if (!items?.length) return <div className={css.coming} />
  return (
    <nav className={css.bar} aria-label={t('history.title')}>
      <ul className={css.chips}>
        {items.map((item) => {
          const { id, search, is_followed: isFollowed, new_count: count } = item
          return (
            <li key={id} ref={id === currentId ? bringIntoView : undefined} className={cx(css.chip, id === currentId && css.here)}>
              <a href={paths.search({ keyword: search })} aria-current={id === currentId ? 'page' : undefined}>
                {isFollowed && <Icon icon={bell} size={16} />}
                <span className={css.term}>{search}</span>
                {isFollowed && <span className={css.unseen}>{followedText(item)}</span>}
                {count > 0 && (
                  <b className={css.new} aria-hidden="true">
                    {formatNumber(count)}
                  </b>
                )}
              </a>
              <RemoveButton item={item} />
            </li>
          )
        })}
        <li>
          <ClearButton items={items} />
        </li>
      </ul>
    </nav>
  )
}

/** Milliseconds after which the content below the searches no longer waits for them. */
const waitMs = 1000
const skeletonLines = 3

/** A list of the user's followed and recent searches. While they load, content below waits, but not for long. */
export function SavedSearchesList() {
  const items = useSearchHistory()
  const isLate = useDelayed(items === undefined, waitMs)
  if (!items)
    return isLate ? (
      <Skeleton label={t('history.loading')}>
        {Array.from({ length: skeletonLines }, (_, index) => (
          <span key={index} className={css.lineComing}>
            <SkeletonBlock width="60%" />
          </span>
        ))}
      </Skeleton>
    ) : (
      <DelayedSkeleton />
    )
  if (items.length === 0) return null
  return (
    <section aria-label={t('history.title')}>
      <div className={css.head}>
        <h2>{t('history.title')}</h2>
        <ClearButton items={items} />
      </div>
      <ul className={css.lines}>
        {items.map((item) => (
          <li key={item.id} className={css.line}>
            <a href={paths.search({ keyword: item.search })}>
              <Icon icon={item.is_followed ? bell : clockCounterClockwise} size={20} />
              <span className={css.words}>
                <span className={css.term}>{item.search}</span>
                {item.is_followed && <small>{followedText(item)}</small>}
              </span>
            </a>
            <RemoveButton item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
