import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRead } from '#kit/web/read.ts'
import { refetchTopics } from '#kit/web/refetch.ts'
import { serverNow } from '#kit/web/server-time.ts'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { IconDisc } from '#ui/Disc.tsx'
import { televisionSimple } from '#ui/icons.ts'
import { StateMessage } from '#ui/StateMessage.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { tvSourcesContract } from '../../contract.ts'
import type { Source } from '../../operator.ts'
import { t } from '../texts.ts'
import { AddSource } from './AddSource.tsx'
import css from './operator.module.css'
import { SourceCard } from './SourceCard.tsx'

/** Milliseconds between two polls of a running import. */
const pollMs = 1500

/** How long after an import channels may still be matched to its guide, in ms. */
const refreshingMs = 5000

const isUnfinished = ({ last_import: one }: Source) => one !== null && one.finished_at === null
const isRefreshing = (source: Source) =>
  isUnfinished(source) || Math.abs(serverNow() - Date.parse(source.last_import?.finished_at ?? '')) < refreshingMs

/** Sources, with their last imports and the progress of running ones. */
export function SourcesPart() {
  const read = useRead(tvSourcesContract.listTvSources, {}, { isProvisional: (sources) => sources.some(isRefreshing), refreshMs: pollMs })
  useFreshChannels(read.data)
  return (
    <>
      <AddSource />
      <LoadedContent read={read} failed={t('operator.failed')} skeleton={<ListSkeleton label={t('operator.loading')} height={72} />}>
        {(sources) =>
          sources.length === 0 ? (
            <StateMessage
              title={t('operator.sources.none')}
              text={t('operator.sources.none_text')}
              picture={<IconDisc icon={televisionSimple} size={88} />}
            />
          ) : (
            <ul className={css.list} aria-label={t('operator.sources.list')}>
              {sources.map((source) => (
                <SourceCard key={source.id} source={source} />
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </>
  )
}

const importedTopics = new Set(['operator-channels', 'guide-channels', 'tv-channels'])

/** Refetches imported data at the end of an import. The cache doesn't do that itself, because the server changes these data in a job. */
function useFreshChannels(sources: readonly Source[] | undefined): void {
  const client = useQueryClient()
  const now = sources?.map((source) => `${source.id} ${isUnfinished(source)} ${source.channels}`).join()
  const before = useRef(now)
  useEffect(() => {
    if (before.current !== undefined && before.current !== now) void refetchTopics(client, importedTopics)
    before.current = now
  }, [client, now])
}
