import { lazily } from '#ui/lazily.ts'
import { useUploader } from './useUploader.ts'

const UploadsTray = lazily(() => import('./UploadsTray.tsx').then((module) => module.UploadsTray))

/** For those who may upload: what they upload, on every page. */
export function Tray() {
  const uploader = useUploader()
  return uploader && <UploadsTray userId={uploader.id} />
}
