import { useState } from 'react'
import { usePages, useRead } from '#kit/web/use.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { Field } from '#ui/Field.tsx'
import { magnifyingGlass, star, televisionSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { State } from '#ui/State.tsx'
import { useGradually } from '#ui/useGradually.ts'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { Slot } from '#shell/Slot.tsx'
import { viewSubject } from '#shell/subjects.ts'
import { useTablet } from '#shell/useDesktop.ts'
import { useSubjectMenu } from '#shell/useSubjectMenu.ts'
import { televisionContract } from '../../contract.ts'
import type { ListedTvChannel } from '../../shapes.ts'
import { maxFound, viewingLimits } from '../../viewing-rules.ts'
import { choice, type Choice, queryOf } from '../choice.ts'
import { ChoiceBar } from '../ChoiceBar.tsx'
import { useNow } from '../now.ts'
import { tvSubject } from '../subjects.ts'
import { t } from '../texts.ts'
import { ViewSwitch } from '../ViewSwitch.tsx'
import { ChannelLine } from './ChannelLine.tsx'
import css from './ListScreen.module.css'
import { useRested } from '../useRested.ts'

/** ms of rest after which the server is asked for more than what is there already. */
const lookAfterMs = 250
const perPage = 60
/** Lines that are there at once. */
const atOnce = 16

/** TV channels with what is on now and next. */
export function ListScreen() {
  const chosen = choice.use()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const hasRoom = useTablet()
  const pages = usePages(televisionContract.listTvChannels, { query: { limit: perPage, ...queryOf(chosen) } })
  return (
    <Screen title={t('list.title')} aside={hasRoom && <ViewSwitch view="channels" />} busy={pages.isPending}>
      {!hasRoom && <ViewSwitch view="channels" wide />}
      <Slot name="screen.explanation" subject={viewSubject('tv')} />
      <search className={css.search}>
        <Field label={t('list.filter')} hideLabel>
          <TextInput
            type="search"
            icon={magnifyingGlass}
            placeholder={t('list.filter')}
            value={typed}
            maxLength={viewingLimits.keyword}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setTyped(event.currentTarget.value)}
            onClear={() => setTyped('')}
          />
        </Field>
      </search>
      {wanted === '' && <ChoiceBar />}
      <Loaded read={{ ...pages, data: pages.items }} skeleton={<ListSkeleton />} failed={t('list.failed')}>
        {(channels) =>
          wanted !== '' ? (
            <Found query={wanted} known={channels} onClear={() => setTyped('')} />
          ) : channels.length === 0 ? (
            <NoChannels chosen={chosen} />
          ) : (
            <>
              <Lines channels={channels} />
              <MoreBelow pages={pages} skeleton={<ListSkeleton />} />
            </>
          )
        }
      </Loaded>
    </Screen>
  )
}

function Lines({ channels }: { channels: readonly ListedTvChannel[] }) {
  const now = useNow()
  const propsOf = useSubjectMenu('channel')
  const shown = useGradually(channels, atOnce)
  return (
    <ul className={css.list}>
      {shown.map((tv) => (
        <ChannelLine key={tv.id} tv={tv} now={now} subjectProps={propsOf(tvSubject(tv))} />
      ))}
    </ul>
  )
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

interface FoundProps {
  query: string
  /** What is there already: those of them that fit are shown at once. */
  known: readonly ListedTvChannel[]
  onClear: () => void
}

/** TV channels by name or number: those that are there at once, and then all that there are. */
function Found({ query, known, onClear }: FoundProps) {
  const asked = useRested(query, lookAfterMs)
  const read = useRead(televisionContract.searchTvChannels, { body: { query: asked, limit: maxFound } })
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
      {found && <Lines channels={found} />}
    </>
  )
}

function NoChannels({ chosen }: { chosen: Choice }) {
  if (chosen.is === 'all')
    return (
      <State title={t('list.empty')} text={t('list.empty_text')} picture={<IconDisc icon={televisionSimple} size={88} />}>
        <ButtonLink kind="accent" href={paths.playlists()}>
          {t('list.others')}
        </ButtonLink>
      </State>
    )
  return (
    <State title={t('list.none_favourite')} text={t('list.none_favourite_text')} picture={<IconDisc icon={star} size={88} />}>
      <Button kind="accent" onClick={() => choice.set({ is: 'all' })}>
        {t('list.show_all')}
      </Button>
    </State>
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
