import { useEffect, useState } from 'react'
import { usePages } from '#kit/web/use.ts'
import { Field } from '#ui/Field.tsx'
import { magnifyingGlass } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { State } from '#ui/State.tsx'
import { paths } from '#shell/paths.ts'
import { useGo, useHere } from '#shell/navigation.ts'
import { Screen } from '#shell/Screen.tsx'
import { curationContract } from '../contract.ts'
import { limits } from '../limits.ts'
import { ChannelListSkeleton } from './ChannelListSkeleton.tsx'
import { ChannelWall } from './ChannelWall.tsx'
import css from './SearchScreen.module.css'
import { Suggestions } from './Suggestions.tsx'
import { t } from './texts.ts'

/** ms of rest after which one looks. */
const lookAfter = 300
const searchPath = '/search'
/** Channels found that leave room on the page for others. */
const fewFound = 6
/** Characters that make a word worth looking for. */
const shortest = 3

/** Finds channels by their names and tags. What is looked for stands in the address. */
export function SearchScreen({ keyword = '' }: { keyword?: string | undefined }) {
  const go = useGo()
  // False as soon as one is on the way to another screen, whose code may still be coming.
  const isHere = useHere() === searchPath
  const [typed, setTyped] = useState(keyword)
  const wanted = keyword.trim()
  const asks = wanted.length >= shortest
  const found = usePages(curationContract.searchPlaylists, { query: {}, body: { keyword: wanted } }, { enabled: asks })

  // Another address (a tag, the back button) is another search.
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
      <search className={css.search}>
        <Field label={t('search.label')} hideLabel>
          <TextInput
            type="search"
            icon={magnifyingGlass}
            placeholder={t('search.label')}
            value={typed}
            maxLength={limits.keyword}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setTyped(event.currentTarget.value)}
            onClear={() => setTyped('')}
          />
        </Field>
      </search>
      {!asks ? (
        <>
          <p className={css.hint}>{t('search.hint')}</p>
          <Suggestions />
        </>
      ) : (
        <Loaded
          read={{ ...found, data: found.items }}
          skeleton={<ChannelListSkeleton label={t('search.loading')} />}
          failed={t('search.failed')}
        >
          {(channels) =>
            channels.length === 0 ? (
              <State picture="none" title={t('search.none', { keyword: wanted })} text={t('search.none_text')} />
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
      )}
    </Screen>
  )
}
