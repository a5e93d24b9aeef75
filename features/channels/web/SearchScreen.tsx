import { type ReactNode, useEffect, useState } from 'react'
import { usePages } from '#kit/web/use.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { useGo, useCurrentPath } from '#shell/navigation.ts'
import { Screen } from '#shell/Screen.tsx'
import { channelsContract, type DefaultPlaylist, type PlaylistPreview } from '../contract.ts'
import { limits } from '../limits.ts'
import { ChannelListSkeleton } from './ChannelListSkeleton.tsx'
import { ChannelWall } from './ChannelWall.tsx'
import css from './SearchScreen.module.css'
import { t } from './texts.ts'
import { homeChannelsQuery } from '../opening.ts'
import { TagLinks } from './TagLinks.tsx'

/** Debounce of typing, in ms. */
const lookAfter = 300
const searchPath = '/search'
/** Up to this number of results, suggestions follow. */
const fewFound = 6
/** Minimum length of a keyword. */
const shortest = 3

interface SearchScreenProps {
  keyword?: string | undefined
  /** Results of other features, shown before the channels. */
  others?: ReactNode
}

/** The keyword is long enough to search for. */
export const isSearched = (keyword: string): boolean => keyword.trim().length >= shortest

/** Searches channels by name and tags. The keyword is in the address. */
export function SearchScreen({ keyword = '', others }: SearchScreenProps) {
  const go = useGo()
  // False during navigation to another screen, whose code may still be loading.
  const isHere = useCurrentPath() === searchPath
  const [typed, setTyped] = useState(keyword)
  const wanted = keyword.trim()
  const asks = isSearched(wanted)
  const found = usePages(channelsContract.searchPlaylists, { query: {}, body: { keyword: wanted } }, { enabled: asks })

  // An address change (a tag, the back button) starts another search.
  const [shown, setShown] = useState(keyword)
  if (shown !== keyword) {
    setShown(keyword)
    if (typed.trim() !== wanted) setTyped(keyword)
  }
  useEffect(() => {
    if (!isHere || typed.trim() === wanted) return
    const timer = setTimeout(() => go(paths.search({ keyword: typed.trim() || undefined }), { replace: true }), lookAfter)
    return () => clearTimeout(timer)
  }, [isHere, typed, wanted, go])

  return (
    <Screen title={t('search.title')} busy={asks && found.isPending}>
      <SearchField className={css.search} label={t('search.label')} value={typed} maxLength={limits.keyword} onChange={setTyped} />
      {!asks ? (
        <>
          <p className={css.hint}>{t('search.hint')}</p>
          <Suggestions />
        </>
      ) : (
        <>
          {others}
          <Loaded
            read={{ ...found, data: found.items }}
            skeleton={<ChannelListSkeleton label={t('search.loading')} />}
            failed={t('search.failed')}
          >
            {(channels) =>
              channels.length === 0 ? (
                others ? (
                  <p className={css.hint}>{t('search.none', { keyword: wanted })}</p>
                ) : (
                  <State picture="none" title={t('search.none', { keyword: wanted })} text={t('search.none_text')} />
                )
              ) : (
                <>
                  <output className={css.hint}>
                    {t(found.hasNextPage ? 'search.found_more' : 'search.found', { count: channels.length })}
                  </output>
                  <ChannelWall home="globe" channels={channels} />
                  <MoreBelow pages={found} skeleton={<ChannelListSkeleton />} />
                  {channels.length <= fewFound && <Suggestions besides={channels} />}
                </>
              )
            }
          </Loaded>
        </>
      )}
    </Screen>
  )
}

/** Maximum suggested tags. */
const shownTags = 12

/** Takes the pictures from the first series. */
const withPictures = (channel: DefaultPlaylist): PlaylistPreview => ({
  ...channel,
  pictures: channel.series.flatMap(({ videos }) => videos.flatMap(({ image }) => image ?? [])).slice(0, 4),
})

/**
 * Suggests tags and channels from the public list. Shows no error if they can't be loaded.
 * @param besides found channels; only others are suggested, without tags
 */
function Suggestions({ besides }: { besides?: readonly PlaylistPreview[] }) {
  const pages = usePages(channelsContract.listDefaultPlaylists, homeChannelsQuery)
  const found = new Set(besides?.map(({ id }) => id))
  const channels = (pages.items ?? []).filter(({ id }) => !found.has(id))
  const tags = [...new Set(channels.flatMap((channel) => channel.tags))].slice(0, shownTags)
  return (
    <>
      {!besides && tags.length > 0 && (
        <div className={css.tags}>
          <TagLinks tags={tags} />
        </div>
      )}
      {channels.length > 0 && (
        <section className={css.everybody}>
          <h2>{t('search.everybody')}</h2>
          <ChannelWall home="globe" channels={channels.map(withPictures)} />
          <MoreBelow pages={pages} skeleton={<ChannelListSkeleton />} />
        </section>
      )}
    </>
  )
}
