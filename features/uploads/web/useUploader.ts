import { useRead } from '#kit/web/use.ts'
import { accountsContract } from '#features/accounts/contract.ts'

/** Who is logged in, when they may upload video files. */
export function useUploader(): { id: string } | undefined {
  const { data } = useRead(accountsContract.getProfile, {})
  return data?.can_upload_video ? data : undefined
}
