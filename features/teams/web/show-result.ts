import { ApiError } from '#kit/contract/client.ts'
import { unshownErrors } from '#kit/web/problems.ts'
import { toast } from '#ui/toasts.ts'

/** Waits for a change and reports its result, even if the change removed the row with the button. */
export async function showResult(change: Promise<unknown>, message: string): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(unshownErrors(error, []).join(' '), { warning: true })
    return
  }
  toast(message)
}
