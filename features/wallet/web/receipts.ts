import { ApiError, callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { toast } from '#ui/toasts.ts'
import { walletContract } from '../contract.ts'
import { t } from './texts.ts'

/** Runs `work` after a button was pressed. Shows an error if the server refuses. */
export async function runWithErrorToast(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: true })
  }
}

/** Downloads the receipt of a transaction. */
export const downloadReceipt = (id: string): Promise<void> =>
  runWithErrorToast(async () =>
    saveFile(await callEndpoint(walletContract.getReceipt, { params: { id } }, fetchFile), `${t('receipt.file')}-${id}.pdf`),
  )
