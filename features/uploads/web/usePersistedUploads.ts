import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refetchTopics } from '#kit/web/refetch.ts'
import { useRead } from '#kit/web/read.ts'
import { dialogs } from '#ui/dialogs.ts'
import { announce, toast } from '#ui/toasts.ts'
import { markUnsaved } from '#ui/unsaved.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { paths } from '#shell/paths.ts'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import { uploadsContract } from '../contract.ts'
import { listSentByOtherTabs } from './upload-locks.ts'
import { needsUserAction, type UploadPhase, type DisplayedUpload, listDisplayedUploads } from './displayed-uploads.ts'
import { t } from './texts.ts'
import { isInterruptedByLeaving } from './transfers.ts'
import { displayedUploads, transfers } from './uploads.ts'
import { detailsText } from './upload-texts.ts'

/** Polling interval during processing, in ms. */
const workRefreshMs = 2000
const noUploads = { data: [] }

/** Keeps the user's uploads up to date, announces how they end, and asks before the page is left during an upload. */
export function usePersistedUploads(userId: string): void {
  const sending = transfers.use()
  const [elsewhere, setElsewhere] = useState<readonly string[]>([])
  const { data = noUploads } = useRead(
    uploadsContract.listUploads,
    {},
    {
      isProvisional: ({ data: stored }) =>
        stored.some(({ id, state }) => state === 'waiting' || state === 'processing' || elsewhere.includes(id)) ||
        sending.some(({ state }) => state === 'sent'),
      refreshMs: workRefreshMs,
    },
  )
  const client = useQueryClient()
  const [followed] = useState(() => new Set<string>())
  const before = useRef<ReadonlyMap<string, UploadPhase>>(new Map())

  useEffect(() => transfers.attend(userId), [userId])

  const underWay = sending.some(isInterruptedByLeaving)
  useEffect(() => (underWay ? markUnsaved() : undefined), [underWay])

  useEffect(() => {
    const unfinishedIds = data.data.flatMap(({ id, state }) => (state === 'uploading' ? [id] : []))
    let isCurrent = true
    void listSentByOtherTabs(unfinishedIds).then((ids) => isCurrent && setElsewhere((now) => (now.join() === ids.join() ? now : ids)))
    return () => void (isCurrent = false)
  }, [data])

  const receivedIds = sending.flatMap(({ state, uploadId }) => (state === 'sent' && uploadId !== undefined ? [uploadId] : [])).join()
  useEffect(() => {
    if (receivedIds) void refetchTopics(client, new Set(['uploads']))
  }, [receivedIds, client])

  const follow = useEffectEvent((uploads: readonly DisplayedUpload[]) => {
    for (const upload of uploads) {
      const { key, phase, uploadId } = upload
      if (phase !== 'ready' && uploadId !== undefined) followed.add(uploadId)
      const previousPhase = before.current.get(key)
      if (previousPhase !== phase) announceChange(upload, previousPhase)
      if (previousPhase !== phase && phase === 'ready') void refetchTopics(client, topicsOf(upload))
    }
    before.current = new Map(uploads.map(({ key, phase }) => [key, phase]))
  })
  useEffect(() => {
    const uploads = listDisplayedUploads(sending, data.data, elsewhere, followed)
    follow(uploads)
    displayedUploads.set(uploads)
  }, [sending, data, elsewhere, followed])
  useEffect(() => () => displayedUploads.set([]), [])
}

/** Returns the topics that an upload changes. */
const topicsOf = ({ playlistId, seriesId }: DisplayedUpload) =>
  new Set(['uploads', 'previews', `playlist:${playlistId}`, `series:${seriesId}`])

/** Announces how an upload ended. If the result is visible anyway, announces it only to screen readers. */
function announceChange(upload: DisplayedUpload, previousPhase: UploadPhase | undefined): void {
  const { phase, title } = upload
  if (phase === 'ready' && !needsUserAction(upload)) announceReady(upload)
  else if (needsUserAction(upload) && previousPhase !== undefined)
    toast(t('told.failed', { title, reason: detailsText(upload) }), { warning: true })
  else if (phase === 'sending' && (previousPhase === undefined || previousPhase === 'queued')) announce(t('told.sending', { title }))
  else if (phase === 'interrupted' || phase === 'troubled') announce(t(`told.${phase}`, { title }))
  else if (phase === 'waiting') announce(t('told.sent', { title }))
}

/** Shows no toast while a dialog is open. If it is the list of uploads, it shows the result itself. */
function announceReady({ title, playlistId, videoId }: DisplayedUpload): void {
  const text = t('told.ready', { title })
  if (dialogs.get().some(({ open }) => open)) return announce(text)
  const address = playAddress({ playlistId, videoId })
  if (address === undefined || videoId === null) return void toast(text)
  const perform = () => {
    markVideoClicked(videoId)
    getActionTools().go(address)
  }
  toast(text, { action: { name: t('action.play'), perform } })
}

type UploadPlace = Pick<DisplayedUpload, 'playlistId' | 'videoId'>

/** Returns a link that plays the video; undefined if the video is in no channel. */
export const playAddress = ({ playlistId, videoId }: UploadPlace): string | undefined =>
  playlistId !== null && videoId !== null ? paths.myPlaylists({ playlist: playlistId, play: videoId }) : undefined
/** Returns a link that shows the video in its series; undefined if the video is in no channel. */
export const placeAddress = ({ playlistId, videoId }: UploadPlace): string | undefined =>
  playlistId !== null && videoId !== null ? paths.myPlaylists({ playlist: playlistId, video: videoId }) : undefined
