import { isolateDirection } from '#kit/contract/isolated.ts'
import { useState } from 'react'
import { usePages, useRead } from '#kit/web/read.ts'
import { useChange } from '#kit/web/change.ts'
import { Button } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { Disc, IconDisc } from '#ui/Disc.tsx'
import { calendarBlank } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { toast } from '#ui/toasts.ts'
import { useWasInView } from '#ui/in-view.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { tvSourcesContract } from '../../contract.ts'
import { limits } from '../../rules.ts'
import type { OperatorChannel } from '../../operator-channels.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'
import { useDebouncedSearch } from './useDebouncedSearch.ts'
import { suggestionReason } from './suggestion-reason.ts'

const perPage = 100
/** Minimum likeness in percent. Less similar names are suggested only in the dialog. */
const minLikeness = 50
const views = ['missing', 'all'] as const

/** Guide channels of TV channels; channels without a guide channel come first. */
export function GuidesPart() {
  const { typed, setTyped, query } = useDebouncedSearch()
  const [view, setView] = useState<(typeof views)[number]>('missing')
  const listQuery = { limit: perPage, ...(query !== '' && { query }), ...(view === 'missing' && { without_guide: true }) }
  const pages = usePages(tvSourcesContract.listOperatorChannels, { query: listQuery })
  return (
    <>
      <SearchField maxLength={limits.name} label={t('operator.filter')} value={typed} onChange={setTyped} />
      <ChipChoice
        label={t('operator.guides.view.label')}
        options={views.map((value) => ({ value, name: t(`operator.guides.view.${value}`) }))}
        value={view}
        onChange={setView}
      />
      <LoadedContent
        read={{ ...pages, data: pages.items }}
        failed={t('operator.failed')}
        skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}
      >
        {(channels) =>
          channels.length > 0 ? (
            <>
              <ul className={css.rows} aria-label={t('operator.guides.list')}>
                {channels.map((channel) => (
                  <GuideLine key={channel.id} channel={channel} />
                ))}
              </ul>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />} />
            </>
          ) : view === 'missing' && query === '' ? (
            <StateMessage
              title={t('operator.guides.none')}
              text={t('operator.guides.none_text')}
              picture={<IconDisc icon={calendarBlank} size={88} />}
            />
          ) : (
            <StateMessage title={t('operator.guides.none_all')} picture="none" />
          )
        }
      </LoadedContent>
    </>
  )
}

function guideStateText({ guide, guide_match: match }: OperatorChannel): string {
  if (guide === null) return t(match === 'hand' ? 'operator.guides.none_by_hand' : 'operator.guides.missing')
  const name = guide.name
  if (match === 'hand') return t('operator.guides.by_hand', { name })
  return t(match === 'id' ? 'operator.guides.by_id' : 'operator.guides.by_name', { name })
}

function GuideLine({ channel }: { channel: OperatorChannel }) {
  const { id, name, logo, guide, guide_match: match } = channel
  const [ref, isSeen] = useWasInView<HTMLLIElement>()
  const isMissing = guide === null && match !== 'hand'
  return (
    <li ref={ref} className={css.row}>
      <Disc id={id} name={name} picture={logo} size={44} />
      <div className={css.words}>
        <span className={css.name}>{name}</span>
        <p className={css.quiet}>{guideStateText(channel)}</p>
        {isMissing && isSeen && <Suggestion channel={channel} />}
      </div>
      <Button
        size="s"
        aria-label={t('operator.guides.choose_of', { name })}
        onClick={() => void openDialog(() => import('./GuideDialog.tsx').then((module) => module.GuideDialog), { channel })}
      >
        {t('operator.guides.choose')}
      </Button>
    </li>
  )
}

/** The most likely guide channel, with the reason. */
function Suggestion({ channel: { id, name } }: { channel: OperatorChannel }) {
  const { data } = useRead(tvSourcesContract.suggestGuideChannels, { params: { id } })
  const update = useChange(tvSourcesContract.updateTvChannel)
  const [best] = data ?? []
  if (!best || best.likeness < minLikeness) return null
  return (
    <div className={css.buttons}>
      <p className={css.quiet}>
        {[t('operator.guides.suggested', { name: isolateDirection(best.name) }), suggestionReason(best)].join(': ')}
      </p>
      <Button
        size="s"
        kind="line"
        busy={update.isPending}
        aria-label={t('operator.guides.take_of', { guide: best.name, name })}
        onClick={() =>
          update.mutate(
            { params: { id }, body: { guide_channel_id: best.id } },
            {
              onSuccess: () => toast(t('operator.guides.set', { name })),
              onError: ({ message }) => toast(message, { warning: true }),
            },
          )
        }
      >
        {t('operator.guides.take')}
      </Button>
    </div>
  )
}
