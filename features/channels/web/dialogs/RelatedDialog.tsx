import { useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { formErrors } from '#kit/web/problems.ts'
import { editResponse, useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { sortedRows } from '#ui/drag/late-elements.ts'
import { DragGrip } from '#ui/DragGrip.tsx'
import { Dialog, DialogActions } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { arrowDown, arrowUp, trash } from '#ui/icons.ts'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuRow } from '#ui/menus.ts'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { announce } from '#ui/toasts.ts'
import { Slot } from '#shell/Slot.tsx'
import { recordStep } from '#shell/undo-history.ts'
import { channelsContract, type PlacedVideo, type Playlist, type RelatedVideos, type Video } from '../../contract.ts'
import { t } from '../texts.ts'
import { videoSummary } from '../VideoCardView.tsx'
import css from './RelatedDialog.module.css'
import { RelatedSearch } from './RelatedSearch.tsx'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Other sources to add from, below the related videos of a video. */
    'related.add': 'related-videos'
  }
}

/** Edits the related videos of one video in the cache. */
const editRelated = (playlistId: string, videoId: string, change: (now: readonly PlacedVideo[]) => readonly PlacedVideo[]) =>
  editResponse(channelsContract.listRelatedVideos, { params: { playlistId } }, (lists): RelatedVideos[] => {
    const related = [...change(lists.find(({ video_id }) => video_id === videoId)?.related ?? [])]
    return [...lists.filter(({ video_id }) => video_id !== videoId), ...(related.length > 0 ? [{ video_id: videoId, related }] : [])]
  })

/** Moves an item to an index, which doesn't count the item itself. */
function movedTo<T extends { id: string }>(list: readonly T[], id: string, index: number): T[] {
  const moving = list.find((item) => item.id === id)
  const otherItems = list.filter((item) => item.id !== id)
  return moving ? otherItems.toSpliced(index, 0, moving) : otherItems
}

/** The related videos of a video, and changes of them. */
function useRelatedVideosEditor(playlistId: string, videoId: string) {
  const params = { playlistId }
  const { data, error: loadError } = useRead(channelsContract.listRelatedVideos, { params })
  const related = data?.find(({ video_id }) => video_id === videoId)?.related ?? []
  const applyResponse = ({ related: now }: RelatedVideos) => [editRelated(playlistId, videoId, () => now)]
  const adding = useChange(channelsContract.addRelatedVideo, { confirmed: applyResponse })
  const removing = useChange(channelsContract.removeRelatedVideo, {
    optimistic: ({ body }) => [editRelated(playlistId, videoId, (now) => now.filter(({ id }) => id !== body.related_video_id))],
    confirmed: applyResponse,
  })
  const ordering = useChange(channelsContract.rearrangeRelatedVideos, {
    optimistic: ({ body }) => [
      editRelated(playlistId, videoId, (now) => body.related.flatMap((id) => now.find((item) => item.id === id) ?? [])),
    ],
  })
  const [refused, setRefused] = useState<ApiError | null>(null)

  const bodyOf = (id: string) => ({ params, body: { video_id: videoId, related_video_id: id } })
  const order = (ids: readonly string[]) => ordering.mutateAsync({ params, body: { video_id: videoId, related: [...ids] } })

  async function add(items: readonly { id: string; name: string }[]) {
    setRefused(null)
    try {
      for (const { id, name } of items) {
        await adding.mutateAsync(bodyOf(id))
        announce(t('related.added', { title: name }))
      }
    } catch (error) {
      setRefused(error as ApiError)
    }
  }
  async function move({ id, title }: PlacedVideo, index: number) {
    setRefused(null)
    try {
      await order(movedTo(related, id, index).map((item) => item.id))
      announce(t('related.moved', { title, place: index + 1 }))
    } catch (error) {
      setRefused(error as ApiError)
    }
  }
  function remove({ id, title }: PlacedVideo) {
    const before = related.map((item) => item.id)
    recordStep({
      label: t('related.removed', { title }),
      pending: removing.mutateAsync(bodyOf(id)),
      undo: async () => {
        await adding.mutateAsync(bodyOf(id))
        await order(before)
      },
      redo: () => removing.mutateAsync(bodyOf(id)),
    })
  }
  return { related, isLoaded: data !== undefined, loadError, refused, isAdding: adding.isPending, add, move, remove }
}

/**
 * Edits related videos: adds from the user's channels, favourites or the clipboard, reorders and removes. Each change is saved immediately.
 */
export function RelatedDialog({ channel, video, close }: CloseProps & { channel: Playlist; video: Video }) {
  const { related, isLoaded, loadError, refused, isAdding, add, move, remove } = useRelatedVideosEditor(channel.id, video.id)
  const menuOf = (video: PlacedVideo, index: number) => ({
    label: video.title,
    rows: (): MenuRow[] =>
      [
        { id: 'up', section: 'move', name: t('related.up'), icon: arrowUp, can: index > 0, perform: () => void move(video, index - 1) },
        {
          id: 'down',
          section: 'move',
          name: t('related.down'),
          icon: arrowDown,
          can: index + 1 < related.length,
          perform: () => void move(video, index + 1),
        },
        { id: 'remove', section: 'dangerous', name: t('related.remove'), icon: trash, can: true, perform: () => remove(video) },
      ].flatMap(({ can, ...row }) => (can ? [row] : [])),
  })
  const { message } = formErrors(refused)

  return (
    <Dialog title={t('related.edit_title', { title: video.title })}>
      {loadError && <Alert>{t('related.failed')}</Alert>}
      {isLoaded && related.length === 0 && <p className={css.empty}>{t('related.empty')}</p>}
      {related.length > 0 && (
        <ol className={css.list} aria-label={t('related.list')}>
          {related.map((item, nth) => (
            <li key={item.id} ref={sortedRows.ref(item.id)} className={css.item}>
              <DragGrip
                label={t('related.grip', { title: item.title })}
                name={item.title}
                listName={t('related.list')}
                onDrop={(index) => void move(item, index)}
              />
              <PictureFrame className={css.picture}>
                <Picture id={item.id} name={item.title} source={item.image} shape="card" sizes="72px" />
              </PictureFrame>
              <span className={css.words}>
                <span className={css.title}>{item.title}</span>
                <span className={css.about}>{videoSummary(item)}</span>
              </span>
              <MenuButton label={t('related.menu', { title: item.title })} menu={menuOf(item, nth)} />
            </li>
          ))}
        </ol>
      )}
      {message && <Alert>{message}</Alert>}
      <Slot
        name="related.add"
        subject={{
          type: 'related-videos',
          id: video.id,
          name: video.title,
          related,
          busy: isAdding,
          add: (videos) => void add(videos),
        }}
      />
      <RelatedSearch
        channel={channel}
        isOffered={({ id }) => id !== video.id && related.every((item) => item.id !== id)}
        busy={isAdding}
        onAdd={({ id, title }) => void add([{ id, name: title }])}
      />
      <DialogActions>
        <Button kind="accent" onClick={() => close()}>
          {t('related.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
