import { callEndpoint } from '#kit/contract/client.ts'
import { fetchFile } from '#kit/web/fetch-file.ts'
import { saveFile } from '#kit/web/save-file.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { toast } from '#ui/toasts.ts'
import { tvWatchingContract } from '../contract.ts'
import { t } from './texts.ts'

/** Opens a stream in an external player: downloads a list, which the system opens in that player. */
export async function openExternally(subject: SubjectOf<'channel'> | SubjectOf<'epg'>): Promise<void> {
  const { tv, name } = subject
  try {
    const query = subject.type === 'epg' ? { play: subject.id } : {}
    const file = await callEndpoint(tvWatchingContract.readStreamFile, { params: { id: tv.id }, query }, fetchFile)
    saveFile(file, `${name.replaceAll(/[/\\?%*:|"<>]/g, ' ').trim()}.m3u`)
    toast(t('external.saved'))
  } catch {
    toast(t('external.failed'), { warning: true })
  }
}
