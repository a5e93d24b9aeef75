import { useChange } from '#kit/web/change.ts'
import { toast } from '#ui/toasts.ts'
import { dataRightsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Cancels the deletion of the account. */
export function useKeepAccount() {
  const cancel = useChange(dataRightsContract.cancelDeletion)
  const keep = () =>
    cancel.mutate({}, { onSuccess: () => toast(t('deletion.kept')), onError: ({ message }) => toast(message, { warning: true }) })
  return { keep, isBusy: cancel.isPending }
}
