import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { toast } from '#ui/toasts.ts'
import { siteContract } from '../../contract.ts'
import { t } from '../texts.ts'

/** Returns the default channels, and a function that saves another order. Its toast offers an undo. */
export function useDefaultChannels() {
  const read = useRead(siteContract.listDefaultChannels, {})
  const set = useChange(siteContract.setDefaultChannels)
  const ids = read.data?.channels.map(({ id }) => id) ?? []

  /** @param doneText describes the change */
  const save = (channels: string[], doneText: string) => {
    if (read.data === undefined || set.isPending) return
    const before = ids
    set.mutate(
      { body: { channels, version: read.data.version } },
      {
        onSuccess: ({ version }) =>
          toast(doneText, {
            action: {
              name: t('defaults.undo'),
              perform: () =>
                set.mutate({ body: { channels: before, version } }, { onError: ({ message }) => toast(message, { warning: true }) }),
            },
          }),
        onError: ({ message }) => toast(message, { warning: true }),
      },
    )
  }
  return { read, ids, save, isSaving: set.isPending }
}
