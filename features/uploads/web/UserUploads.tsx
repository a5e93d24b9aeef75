import { useRead } from '#kit/web/read.ts'
import { lazily } from '#ui/lazily.ts'
import { accountsContract } from '#features/accounts/contract.ts'

const UploadsTray = lazily(() => import('./UploadsTray.tsx').then((module) => module.UploadsTray))
const NoUploads = lazily(() => import('./NoUploads.tsx').then((module) => module.NoUploads))

/** Shows the user's uploads on every page. Users who may not upload get an explanation when they drop a file. */
export function UserUploads() {
  const { data } = useRead(accountsContract.getProfile, {})
  if (!data) return null
  return data.can_upload_video ? <UploadsTray userId={data.id} /> : <NoUploads />
}
