import { useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { Button } from '#ui/Button.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { channelsContract } from '#features/channels/contract.ts'
import { Finder, type FinderResult } from '../find/Finder.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'

interface SeriesDialogProps extends CloseProps<string> {
  /** Ids of the series that are carousels already. */
  chosen: readonly string[]
}

/** Chooses a series: first its channel, then the series. */
export function SeriesDialog({ chosen, close }: SeriesDialogProps) {
  const [channel, setChannel] = useState<FinderResult>()
  return (
    <Dialog title={channel ? t('pages.series_of', { name: channel.name }) : t('pages.add_series')} text={t('pages.carousels_help')}>
      <div className={css.part}>
        {channel ? (
          <>
            <ChannelSeries id={channel.id} chosen={chosen} onChoose={close} />
            <div className={css.buttons}>
              <Button size="s" onClick={() => setChannel(undefined)}>
                {t('pages.other_channel')}
              </Button>
            </div>
          </>
        ) : (
          <Finder
            type="channel"
            action={(result) => ({
              name: t('pages.choose'),
              label: t('pages.choose_channel', { name: result.name }),
              perform: () => setChannel(result),
            })}
          />
        )}
      </div>
    </Dialog>
  )
}

function ChannelSeries({ id, chosen, onChoose }: { id: string; chosen: readonly string[]; onChoose: (id: string) => void }) {
  const read = useRead(channelsContract.getPlaylist, { params: { id }, query: {} })
  return (
    <LoadedContent read={read} failed={t('failed')} skeleton={<ListSkeleton label={t('loading')} />}>
      {({ series }) =>
        series.length === 0 ? (
          <p className={css.quiet}>{t('pages.series_none')}</p>
        ) : (
          <ul className={css.rows} aria-label={t('find.found')}>
            {series.map((item) => (
              <li key={item.id} className={css.row}>
                <div className={css.words}>
                  <bdi className={css.name}>{item.name}</bdi>
                  <span className={css.quiet}>{t('pages.preview_videos', { count: item.videos.length })}</span>
                </div>
                {chosen.includes(item.id) ? (
                  <span className={css.quiet}>{t('pages.series_is')}</span>
                ) : (
                  <Button size="s" aria-label={t('pages.add_named', { name: item.name })} onClick={() => onChoose(item.id)}>
                    {t('pages.add')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </LoadedContent>
  )
}
