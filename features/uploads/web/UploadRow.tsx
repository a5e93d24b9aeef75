import type { ReactNode } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { FileButton } from '#ui/FileButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { checkCircle, cloudArrowUp, pauseFill, playFill, warningCircleFill, x } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Progress } from '#ui/Spinner.tsx'
import { toast } from '#ui/toasts.ts'
import { getActionTools } from '#shell/action-tools.ts'
import { markVideoClicked } from '#features/channels/web/clicked-videos.ts'
import { uploadsContract } from '../contract.ts'
import { videoTypes } from './files.ts'
import { isSameFile, needsUserAction, type UploadPhase, type DisplayedUpload } from './displayed-uploads.ts'
import { t } from './texts.ts'
import css from './UploadsDialog.module.css'
import { transfers } from './uploads.ts'
import { useUploader } from './useUploader.ts'
import { placeAddress, playAddress } from './usePersistedUploads.ts'
import { detailsText, phaseText } from './upload-texts.ts'

interface UploadRowProps {
  upload: DisplayedUpload
  /** Called when the user follows a link to the video. */
  onLeave: () => void
}

/** An upload with its progress and actions. */
export function UploadRow({ upload, onLeave }: UploadRowProps) {
  const { title, phase, percent } = upload
  const phaseName = phaseText(upload)
  const showsBar = phase === 'sending' || phase === 'processing' || phase === 'paused' || phase === 'elsewhere' || phase === 'needs_file'
  const icon = needsUserAction(upload) ? warningCircleFill : phase === 'ready' ? checkCircle : cloudArrowUp
  return (
    <li className={css.row}>
      <Icon icon={icon} size={20} className={needsUserAction(upload) ? css.warning : css.icon} />
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        <p className={css.phase}>{phaseName}</p>
        {showsBar && <Progress label={phaseName} value={percent / 100} />}
        <p className={css.detail}>{detailsText(upload)}</p>
        <div className={css.actions}>{actions[phase]?.({ upload, onLeave })}</div>
      </div>
      {phase !== 'elsewhere' && phase !== 'processing' && <EndButton upload={upload} />}
    </li>
  )
}

/** Actions other than removal. */
const actions: { readonly [P in UploadPhase]?: (props: UploadRowProps) => ReactNode } = {
  queued: ({ upload }) => <PauseButton upload={upload} />,
  sending: ({ upload }) => <PauseButton upload={upload} />,
  paused: ({ upload: { key, title } }) => (
    <Button size="s" icon={playFill} aria-label={t('action.resume_of', { title })} onClick={() => transfers.resume(key)}>
      {t('action.resume')}
    </Button>
  ),
  held_up: ({ upload }) => <PauseButton upload={upload} />,
  interrupted: ({ upload }) => <RetryButton upload={upload} />,
  troubled: ({ upload }) => <RetryButton upload={upload} />,
  refused: ({ upload }) => <RetryButton upload={upload} />,
  needs_file: ({ upload }) => <ChooseFile upload={upload} />,
  failed: ({ upload }) => upload.canRetry && <RetryButton upload={upload} />,
  ready: ({ upload, onLeave }) => <ReadyLinks upload={upload} onLeave={onLeave} />,
}

const PauseButton = ({ upload: { key, title } }: { upload: DisplayedUpload }) => (
  <Button size="s" icon={pauseFill} aria-label={t('action.pause_of', { title })} onClick={() => transfers.pause(key)}>
    {t('action.pause')}
  </Button>
)

/** Retries the upload, or only its processing on the server. */
const RetryButton = ({ upload: { key, title, uploadId } }: { upload: DisplayedUpload }) => (
  <Button
    size="s"
    aria-label={t('action.again_of', { title })}
    onClick={() =>
      transfers.find(key)?.state === 'sent' || transfers.find(key) === undefined
        ? uploadId !== undefined && void showRefusals(getActionTools().change(uploadsContract.retryUpload, { params: { id: uploadId } }))
        : transfers.resume(key)
    }
  >
    {t('action.again')}
  </Button>
)

/** Asks for the file again, which browsers forget on a reload, and resumes. */
function ChooseFile({ upload }: { upload: DisplayedUpload }) {
  const uploader = useUploader()
  const { title, filename, uploadId, sentBytes, seriesId, playlistId } = upload
  const resumeWith = (file: File | undefined) => {
    if (!file || !uploader || uploadId === undefined) return
    if (!isSameFile(upload, file)) return void toast(t('told.other_file', { filename }), { warning: true })
    transfers.add([
      {
        ownerId: uploader.id,
        file,
        title,
        seriesId: seriesId ?? '',
        playlistId: playlistId ?? '',
        resumed: { id: uploadId, received: sentBytes },
      },
    ])
  }
  return (
    <FileButton kind="accent" label={t('action.choose_of', { filename })} accept={videoTypes} onChoose={([file]) => resumeWith(file)}>
      {t('action.choose')}
    </FileButton>
  )
}

function ReadyLinks({ upload, onLeave }: UploadRowProps) {
  const [play, place] = [playAddress(upload), placeAddress(upload)]
  const { title, videoId } = upload
  if (play === undefined || place === undefined) return null
  const closeAndPlay = () => {
    if (videoId !== null) markVideoClicked(videoId)
    onLeave()
  }
  return (
    <>
      <ButtonLink size="s" kind="accent" icon={playFill} href={play} aria-label={t('action.play_of', { title })} onClick={closeAndPlay}>
        {t('action.play')}
      </ButtonLink>
      <ButtonLink size="s" href={place} aria-label={t('action.go_of', { title })} onClick={onLeave}>
        {t('action.go')}
      </ButtonLink>
    </>
  )
}

/** Cancels an upload, after asking. Removes a finished upload from the list. */
function EndButton({ upload }: { upload: DisplayedUpload }) {
  const { key, phase, title, uploadId, sentBytes } = upload
  const isEnded = phase === 'ready' || phase === 'failed' || (phase === 'refused' && sentBytes === 0)
  const end = async () => {
    if (!isEnded && !(await confirm({ title: t('cancel.title', { title }), text: t('cancel.text'), action: t('cancel.action') }))) return
    if (transfers.find(key)?.state === 'sent') transfers.dismiss(key)
    if (transfers.find(key)) return showRefusals(transfers.cancel(key))
    if (uploadId !== undefined) await showRefusals(getActionTools().change(uploadsContract.removeUpload, { params: { id: uploadId } }))
  }
  return (
    <IconButton
      className={css.end}
      icon={x}
      iconSize={20}
      label={t(isEnded ? 'action.remove_of' : 'action.cancel_of', { title })}
      onClick={() => void end()}
    />
  )
}

/** Runs a call and shows its refusal. */
async function showRefusals(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message, { warning: true })
  }
}
