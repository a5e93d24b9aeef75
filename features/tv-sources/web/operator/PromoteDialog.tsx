import { useState } from 'react'
import { usePages, useRead } from '#kit/web/read.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { SegmentedControl } from '#ui/choices.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Disc } from '#ui/Disc.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { toast } from '#ui/toasts.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { channelSearchContract } from '#features/channels/contract.ts'
import { limits as channelsLimits } from '#features/channels/limits.ts'
import { tvSourcesContract } from '../../contract.ts'
import { limits } from '../../rules.ts'
import type { PromotionType } from '../../rules.ts'
import { t } from '../texts.ts'
import css from './operator.module.css'
import { useDebouncedSearch } from './useDebouncedSearch.ts'

const perPage = 20

interface SearchResult {
  id: string
  name: string
  picture: string | null
}

/** Chooses a channel to promote, among TV channels and users' channels. */
export function PromoteDialog({ close }: CloseProps) {
  const [type, setType] = useState<PromotionType>('channel')
  const { typed, setTyped, query } = useDebouncedSearch()
  return (
    <Dialog title={t('operator.promotions.title')}>
      <div className={css.form}>
        <SegmentedControl
          label={t('operator.promotions.which')}
          options={[
            { value: 'channel', name: t('operator.promotions.tv') },
            { value: 'playlist', name: t('operator.promotions.curated') },
          ]}
          value={type}
          onChange={setType}
        />
        <SearchField maxLength={limits.name} label={t('operator.promotions.search')} value={typed} onChange={setTyped} />
        {type === 'channel' ? <FoundTv query={query} /> : <FoundUserChannels query={query} />}
      </div>
      <DialogActions>
        <Button kind="accent" onClick={() => close()}>
          {t('operator.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function FoundTv({ query }: { query: string }) {
  const pages = usePages(tvSourcesContract.listOperatorChannels, { query: { limit: perPage, ...(query !== '' && { query }) } })
  const results = pages.items?.map(({ id, name, logo }) => ({ id, name, picture: logo }))
  return <FoundList type="channel" query={query} read={{ ...pages, data: results }} />
}

function FoundUserChannels({ query }: { query: string }) {
  const keyword = query.slice(0, channelsLimits.keyword)
  const input = { query: { limit: perPage }, body: { keyword } }
  const pages = usePages(channelSearchContract.searchPlaylists, input, { enabled: keyword !== '' })
  const results = pages.items?.map(({ id, name, icon, pictures }) => ({ id, name, picture: icon ?? pictures[0] ?? null }))
  if (keyword === '') return <p className={css.quiet}>{t('operator.promotions.hint')}</p>
  return <FoundList type="playlist" query={query} read={{ ...pages, data: results }} />
}

interface FoundListProps {
  type: PromotionType
  query: string
  read: { data: SearchResult[] | undefined; error: { message: string } | null; refetch: () => unknown }
}

function FoundList({ type, query, read }: FoundListProps) {
  const { data: promotions = [] } = useRead(tvSourcesContract.listPromotions, {})
  const promote = useChange(tvSourcesContract.promote)
  const { message } = formErrors(promote.error)
  const isPromoted = (id: string) => promotions.some(({ channel_id }) => channel_id === id)
  return (
    <>
      {message && <Alert>{message}</Alert>}
      <LoadedContent read={read} failed={t('operator.failed')} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}>
        {(result) =>
          result.length === 0 ? (
            <output className={css.quiet}>{t('operator.promotions.none_found', { query })}</output>
          ) : (
            <ul className={css.rows} aria-label={t('operator.guides.found')}>
              {result.map(({ id, name, picture }) => (
                <li key={id} className={css.row}>
                  <Disc id={id} name={name} picture={picture} size={44} />
                  <div className={css.words}>
                    <span className={css.name}>{name}</span>
                  </div>
                  {isPromoted(id) ? (
                    <span className={css.quiet}>{t('operator.promotions.is')}</span>
                  ) : (
                    <Button
                      size="s"
                      busy={promote.isPending && promote.variables.body.channel_id === id}
                      aria-label={t('operator.promotions.do_of', { name })}
                      onClick={() =>
                        promote.mutate(
                          { body: { type, channel_id: id } },
                          { onSuccess: () => toast(t('operator.channels.promoted', { name })) },
                        )
                      }
                    >
                      {t('operator.promotions.do')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </>
  )
}
