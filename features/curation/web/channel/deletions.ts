import { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/use.ts'
import { createStore } from '#ui/store.ts'
import { toast } from '#ui/toasts.ts'
import { curationContract, type Video } from '../../contract.ts'
import { t } from '../texts.ts'

/** A video that is on its way out: nobody sees it any more, and it can still be brought back just as it was. */
interface Deletion {
  /** Does it, once; nothing can bring it back then. */
  settle: () => Promise<void>
}

const deletions = createStore<ReadonlyMap<string, Deletion>>(new Map())

const forget = (id: string) => deletions.set((now) => new Map([...now].filter(([one]) => one !== id)))

/** The ids of videos that are hidden because they are being deleted. */
export const useDeleted = (): ReadonlyMap<string, unknown> => deletions.use()

/** Carries out what is still waiting: places are counted without what is hidden. */
export const settleDeletions = async (): Promise<void> => {
  await Promise.all([...deletions.get().values()].map(({ settle }) => settle()))
}

// Who leaves the page does not take anything back any more.
addEventListener('pagehide', () => void settleDeletions())

/** Deletes a video once its toast, which offers to undo that, has gone. Until then it is only hidden, so that nothing of it can get lost. */
export function useDeletion(): (video: Video) => void {
  const { mutateAsync } = useChange(curationContract.deleteVideo)

  const remove = async (id: string) => {
    try {
      await mutateAsync({ params: { id } })
    } catch (error) {
      // Somebody else deleted it, or all it was in.
      if (!(error instanceof ApiError && error.status === 404)) toast((error as Error).message, { warning: true })
    }
    forget(id)
  }

  return ({ id, title }) => {
    let done: Promise<void> | undefined
    const dismiss = toast(t('video.deleted', { title }), {
      action: { name: t('undo'), perform: () => forget(id) },
      onGone: () => void (done ??= remove(id)),
    })
    const settle = () => {
      dismiss()
      return (done ??= remove(id))
    }
    deletions.set((now) => new Map([...now, [id, { settle }]]))
  }
}
