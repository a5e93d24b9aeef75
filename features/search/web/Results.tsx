import { type ReactNode, useMemo } from 'react'
import type { LatestData } from '#kit/web/latest-data.ts'
import { cx } from '#ui/cx.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { MarkWordsContext } from './Marked.tsx'
import { ChannelListSkeleton } from '#features/channels/web/ChannelListSkeleton.tsx'
import { markWords } from './marks.ts'
import { NothingFound } from './NothingFound.tsx'
import css from './SearchScreen.module.css'
import type { LatestRead, Scope } from './searches.ts'
import { t } from './texts.ts'

interface ResultsProps<T> {
  read: LatestRead<T>
  scope: Scope
  /** Returns the counts as text; empty if nothing was found. */
  countsOf: (data: T) => string
  children: (latest: LatestData<T>) => ReactNode
}

const MarkedText = ({ text, keyword }: { text: string; keyword: string }) =>
  markWords(text, keyword).map((part, index) => (part.isMarked ? <mark key={index}>{part.text}</mark> : part.text))

/** Shows the results of a keyword. Dims them while the results of another keyword load. */
export function Results<T>({ read, scope, countsOf, children }: ResultsProps<T>) {
  const { data: latest } = read
  const keyword = latest?.key ?? ''
  const mark = useMemo(() => (text: string) => <MarkedText text={text} keyword={keyword} />, [keyword])
  const counts = latest && countsOf(latest.data)
  return (
    <>
      {/* Always rendered, because screen readers announce only changes of an element. */}
      <output className={cx(css.hint, counts === '' && css.unseen)}>
        {latest && (counts ? t('found', { keyword, counts }) : t('none', { keyword }))}
      </output>
      <LoadedContent read={read} skeleton={<ChannelListSkeleton label={t('loading')} />} failed={t('failed')}>
        {(results) => (
          <div className={cx(results.isPrevious && css.former)} aria-busy={results.isPrevious}>
            {countsOf(results.data) === '' ? (
              <NothingFound keyword={keyword} scope={scope} />
            ) : (
              <MarkWordsContext value={mark}>{children(results)}</MarkWordsContext>
            )}
          </div>
        )}
      </LoadedContent>
    </>
  )
}
