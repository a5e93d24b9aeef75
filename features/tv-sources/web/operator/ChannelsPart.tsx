import { useState } from 'react'
import { usePages } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { arrowsOutCardinal, plus, televisionSimple } from '#ui/icons.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { tvSourcesContract } from '../../contract.ts'
import { limits, operatorChannelFilters } from '../../rules.ts'
import { t } from '../texts.ts'
import { ChannelRow } from './ChannelRow.tsx'
import { BulkActionsBar } from './BulkActionsBar.tsx'
import css from './operator.module.css'
import { useDebouncedSearch } from './useDebouncedSearch.ts'

const perPage = 100
const allOption = 'all'
type View = (typeof operatorChannelFilters)[number] | typeof allOption

const addChannel = () => void openDialog(() => import('./ChannelDialog.tsx').then((module) => module.ChannelDialog), { channel: null })

/** All TV channels: searches, orders and edits them, one or several at a time. */
export function ChannelsPart() {
  const { typed, setTyped, query } = useDebouncedSearch()
  const [view, setView] = useState<View>(allOption)
  const [isArranging, setIsArranging] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const listQuery = { limit: perPage, ...(query !== '' && { query }), ...(view !== allOption && { view }) }
  const pages = usePages(tvSourcesContract.listOperatorChannels, { query: listQuery })
  /** Whether the list has all channels, so that positions are known. */
  const isWhole = query === '' && view === allOption
  const toggle = (id: string) => setChosen((now) => (now.has(id) ? new Set([...now].filter((item) => item !== id)) : new Set([...now, id])))
  const showAll = () => {
    setTyped('')
    setView(allOption)
  }
  return (
    <>
      <div className={css.buttons}>
        <Button size="s" icon={plus} onClick={addChannel}>
          {t('operator.channels.add')}
        </Button>
        {isWhole && (
          <Button
            size="s"
            icon={isArranging ? undefined : arrowsOutCardinal}
            kind={isArranging ? 'accent' : 'quiet'}
            onClick={() => setIsArranging(!isArranging)}
          >
            {t(isArranging ? 'operator.done' : 'operator.arrange')}
          </Button>
        )}
      </div>
      <SearchField maxLength={limits.name} label={t('operator.filter')} value={typed} onChange={setTyped} />
      <ChipChoice
        label={t('operator.channels.view.label')}
        options={([allOption, ...operatorChannelFilters] as const).map((value) => ({ value, name: t(`operator.channels.view.${value}`) }))}
        value={view}
        onChange={setView}
      />
      {isArranging && isWhole && <p className={css.quiet}>{t('operator.channels.arrange_hint')}</p>}
      <LoadedContent
        read={{ ...pages, data: pages.items }}
        failed={t('operator.failed')}
        skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}
      >
        {(channels) =>
          channels.length > 0 ? (
            <>
              <ol className={css.rows} aria-label={t('operator.channels.list')}>
                {channels.map((channel, index) => (
                  <ChannelRow
                    key={channel.id}
                    channel={channel}
                    index={isWhole ? index : undefined}
                    last={pages.hasNextPage ? undefined : channels.length - 1}
                    isArranging={isArranging && isWhole}
                    isChosen={chosen.has(channel.id)}
                    onToggle={toggle}
                  />
                ))}
              </ol>
              <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />} />
              <BulkActionsBar
                channels={channels.filter(({ id }) => chosen.has(id))}
                onClear={() => setChosen(new Set())}
                onAll={chosen.size < channels.length ? () => setChosen(new Set(channels.map(({ id }) => id))) : undefined}
              />
            </>
          ) : isWhole ? (
            <StateMessage
              title={t('operator.channels.none')}
              text={t('operator.channels.none_text')}
              picture={<IconDisc icon={televisionSimple} size={88} />}
            />
          ) : (
            <StateMessage title={t('operator.channels.none_found')} text={t('operator.channels.none_found_text')} picture="none">
              <Button kind="accent" onClick={showAll}>
                {t('operator.channels.all_again')}
              </Button>
            </StateMessage>
          )
        }
      </LoadedContent>
    </>
  )
}
