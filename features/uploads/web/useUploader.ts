import { useRead } from '#kit/web/read.ts'
import { accountsContract } from '#features/accounts/contract.ts'

/** Returns the user, if they may upload videos. */
export function useUploader(): { id: string } | undefined {
  const { data } = useRead(accountsContract.getProfile, {})
  return data?.can_upload_video ? data : undefined
}
