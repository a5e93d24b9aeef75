import { useEffect, useRef, useState } from 'react'
import { usePages, useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton, IconLink } from '#ui/IconButton.tsx'
import { lockSimple, magnifyingGlass, tag } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { DelayedSkeleton, RevealInOrder } from '#ui/RevealInOrder.tsx'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { useTablet } from '#shell/useDesktop.ts'
import { guideContract } from '../../contract.ts'
import type { ListedTvChannel } from '../../shapes.ts'
import { maxSearchResults, viewingLimits } from '../../viewing-rules.ts'
import { channelFilter, filterQuery } from '../channel-filter.ts'
import { ChannelFilterBar } from '../ChannelFilterBar.tsx'
import { NoChannels } from '../NoChannels.tsx'
import { PromotedRow } from '#features/tv-sources/web/PromotedRow.tsx'
import { t } from '../texts.ts'
import { ViewSwitch } from '../ViewSwitch.tsx'
import { ChannelLines } from './ChannelLines.tsx'
import { NowTitle, NowWall, NowWallSkeleton } from './NowWall.tsx'
import css from './ListScreen.module.css'
import { useDebounced } from '#ui/useDebounced.ts'

/** Debounce of the server search in ms. */
const debounceMs = 250
const perPage = 60
/** Shown while what may come above the wall loads, because there is seldom something above it. */
const wallPlaceholder = (
  <DelayedSkeleton>
    <NowWallSkeleton />
  </DelayedSkeleton>
)

/** TV channels with current programmes. The search and the groups open on request, which leaves room for the programmes. */
export function ListScreen() {
  const filter = channelFilter.use()
  const [isSearching, setIsSearching] = useState(false)
  const [isChoosing, setIsChoosing] = useState(filter.kind !== 'all')
  const [typed, setTyped] = useState('')
  const toggleSearch = () => {
    setTyped('')
    setIsSearching(!isSearching)
  }
  const query = typed.trim()
  const hasRoom = useTablet()
  const pages = usePages(guideContract.listTvChannels, { query: { limit: perPage, ...filterQuery(filter) } })
  return (
    <Screen
      title={t('list.title')}
      aside={
        <>
          <IconButton icon={magnifyingGlass} label={t('list.filter')} aria-expanded={isSearching} onClick={toggleSearch} />
          <IconButton icon={tag} label={t('list.choose')} aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)} />
          <IconLink icon={lockSimple} label={t('list.packages')} href={paths.tiers()} />
          {hasRoom && <ViewSwitch view="channels" />}
        </>
      }
      busy={pages.isPending}
    >
      {!hasRoom && <ViewSwitch view="channels" hasOwnLine />}
      <RevealInOrder>
        <Slot name="screen.explanation" subject={viewSubject('tv')} coming={wallPlaceholder} />
        {isSearching && <FocusedSearch value={typed} onChange={setTyped} />}
        {query === '' && isChoosing && <ChannelFilterBar />}
        {query === '' && filter.kind === 'all' && (
          <div className={css.promoted}>
            <PromotedRow hidesFailure={pages.error !== null && !pages.items} skeleton={wallPlaceholder} />
          </div>
        )}
        <LoadedContent read={{ ...pages, data: pages.items }} skeleton={<NowWallSkeleton />} failed={t('list.failed')}>
          {(channels) =>
            query !== '' ? (
              <FoundChannels query={query} loaded={channels} onClear={toggleSearch} />
            ) : channels.length === 0 ? (
              <NoChannels chosen={filter} />
            ) : (
              <>
                <NowTitle />
                <NowWall channels={channels} />
                <LoadMoreOnScroll pages={pages} skeleton={<NowWallSkeleton isRest />} />
              </>
            )
          }
        </LoadedContent>
      </RevealInOrder>
    </Screen>
  )
}

/** The search field, focused when it opens. */
function FocusedSearch(field: { value: string; onChange: (value: string) => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place} className={css.search}>
      <SearchField label={t('list.filter')} maxLength={viewingLimits.keyword} {...field} />
    </div>
  )
}

const foldText = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

interface FoundProps {
  query: string
  /** Loaded channels, of which matching ones are shown before the server responds. */
  loaded: readonly ListedTvChannel[]
  onClear: () => void
}

/** Channels found by name or number: matching loaded channels until the server responds. */
function FoundChannels({ query, loaded, onClear }: FoundProps) {
  const debouncedQuery = useDebounced(query, debounceMs)
  const read = useRead(guideContract.searchTvChannels, { body: { query: debouncedQuery, limit: maxSearchResults } })
  const word = foldText(query)
  const localMatches = loaded.filter(({ name, number }) => foldText(name).includes(word) || String(number) === word)
  const isCurrentResult = debouncedQuery === query && read.data !== undefined
  const result = isCurrentResult ? read.data : localMatches
  if (read.error && !isCurrentResult && localMatches.length === 0)
    return (
      <LoadedContent read={read} skeleton={null} failed={t('list.failed')}>
        {() => null}
      </LoadedContent>
    )
  if (isCurrentResult && result?.length === 0)
    return (
      <StateMessage picture="none" title={t('list.none', { query })} text={t('list.none_text')}>
        <Button kind="accent" onClick={onClear}>
          {t('list.show_all')}
        </Button>
      </StateMessage>
    )
  return (
    <>
      <output className={css.count}>{isCurrentResult && t('list.found', { count: result!.length })}</output>
      {result && <ChannelLines channels={result} />}
    </>
  )
}
