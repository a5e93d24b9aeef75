import { useState } from 'react'
import { usePages, useRead } from '#kit/web/use.ts'
import { Button } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { lockSimple } from '#ui/icons.ts'
import { LinkLine } from '#ui/LinkLine.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { Held } from '#shell/Held.tsx'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { useTablet } from '#shell/useDesktop.ts'
import { guideContract } from '../../contract.ts'
import type { ListedTvChannel } from '../../shapes.ts'
import { maxFound, viewingLimits } from '../../viewing-rules.ts'
import { channelFilter, toFilterQuery } from '../choice.ts'
import { ChoiceBar } from '../ChoiceBar.tsx'
import { NoChannels } from '../NoChannels.tsx'
import { PromotedRow } from '#features/tv-sources/web/PromotedRow.tsx'
import { t } from '../texts.ts'
import { ViewSwitch } from '../ViewSwitch.tsx'
import { ChannelLines } from './ChannelLines.tsx'
import css from './ListScreen.module.css'
import { useDebounced } from '#ui/useRested.ts'

/** Debounce of the server search in ms. */
const debounceMs = 250
const perPage = 60
/** TV channels with current and next programmes. */
export function ListScreen() {
  const chosen = channelFilter.use()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const hasRoom = useTablet()
  const pages = usePages(guideContract.listTvChannels, { query: { limit: perPage, ...toFilterQuery(chosen) } })
  return (
    <Screen title={t('list.title')} aside={hasRoom && <ViewSwitch view="channels" />} busy={pages.isPending}>
      {!hasRoom && <ViewSwitch view="channels" wide />}
      <Held name="tv" skeleton={<ListSkeleton />}>
        <Slot name="screen.explanation" subject={viewSubject('tv')} />
        <SearchField className={css.search} label={t('list.filter')} value={typed} maxLength={viewingLimits.keyword} onChange={setTyped} />
        {wanted === '' && chosen.is === 'all' && (
          <div className={css.promoted}>
            <PromotedRow />
          </div>
        )}
        {wanted === '' && <ChoiceBar />}
        <Loaded read={{ ...pages, data: pages.items }} skeleton={<ListSkeleton />} failed={t('list.failed')}>
          {(channels) =>
            wanted !== '' ? (
              <Found query={wanted} known={channels} onClear={() => setTyped('')} />
            ) : channels.length === 0 ? (
              <NoChannels chosen={chosen} />
            ) : (
              <>
                <div className={css.packages}>
                  <LinkLine picture={<IconDisc icon={lockSimple} size={56} />} name={t('list.packages')} href={paths.tiers()} />
                </div>
                <ChannelLines channels={channels} />
                <MoreBelow pages={pages} skeleton={<ListSkeleton />} />
              </>
            )
          }
        </Loaded>
      </Held>
    </Screen>
  )
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

interface FoundProps {
  query: string
  /** Loaded channels: matching ones are shown without a request. */
  known: readonly ListedTvChannel[]
  onClear: () => void
}

/** Search results by name or number: loaded channels first, then the server's response. */
function Found({ query, known, onClear }: FoundProps) {
  const asked = useDebounced(query, debounceMs)
  const read = useRead(guideContract.searchTvChannels, { body: { query: asked, limit: maxFound } })
  const word = folded(query)
  const here = known.filter(({ name, number }) => folded(name).includes(word) || String(number) === word)
  const isAnswer = asked === query && read.data !== undefined
  const found = isAnswer ? read.data : here
  if (read.error && !isAnswer && here.length === 0)
    return (
      <Loaded read={read} skeleton={null} failed={t('list.failed')}>
        {() => null}
      </Loaded>
    )
  if (isAnswer && found?.length === 0)
    return (
      <State picture="none" title={t('list.none', { query })} text={t('list.none_text')}>
        <Button kind="accent" onClick={onClear}>
          {t('list.show_all')}
        </Button>
      </State>
    )
  return (
    <>
      <output className={css.count}>{isAnswer && t('list.found', { count: found!.length })}</output>
      {found && <ChannelLines channels={found} />}
    </>
  )
}

const ListSkeleton = () => (
  <Skeleton label={t('list.loading')}>
    <div className={css.list}>
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} className={css.coming}>
          <SkeletonBlock width={56} height={56} shape="round" />
          <span className={css.comingWords}>
            <SkeletonBlock width={120} height={16} />
            <SkeletonBlock width="80%" height={12} />
            <SkeletonBlock width="50%" height={12} />
          </span>
        </span>
      ))}
    </div>
  </Skeleton>
)
