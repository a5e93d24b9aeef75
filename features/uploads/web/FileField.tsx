import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRead } from '#kit/web/read.ts'
import { overlays } from '#ui/drag/elements.ts'
import { FieldError } from '#ui/Field.tsx'
import { FileButton } from '#ui/FileButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { cloudArrowUp, filmStrip, x } from '#ui/icons.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import type { ItemSource } from '#features/channels/web/subjects.ts'
import { uploadsContract } from '../contract.ts'
import { acceptFileDrops } from './drops.ts'
import css from './FileField.module.css'
import { titleOfFile, videoTypes, fileProblem, roomProblem } from './files.ts'
import { t } from './texts.ts'
import { startUploads } from './uploads.ts'
import { useUploader } from './useUploader.ts'
import { formatBytes } from './upload-texts.ts'

type Props = { subject: SubjectOf<'new-item'> }

/** A field in the add dialog for files instead of a link, for users who may upload. */
export function FileField({ subject }: Props) {
  const uploader = useUploader()
  return uploader && <UploadField subject={subject} userId={uploader.id} />
}

function UploadField({ subject: { channel, hasLink, dropped, choose }, userId }: Props & { userId: string }) {
  const [files, setFiles] = useState(dropped)
  const [isOver, setIsOver] = useState(false)
  const field = useRef<HTMLFieldSetElement>(null)
  const { data: room } = useRead(uploadsContract.getUploadRoom, {})

  // Checks the files again when the quota has loaded.
  useEffect(() => {
    choose(files.length > 0 ? sourceOf(files, channel.id, userId, room) : undefined)
  }, [choose, files, channel.id, userId, room])
  /** Ignores a file chosen twice. */
  const addFiles = (newFiles: readonly File[]) =>
    setFiles((now) => [...now, ...newFiles.filter((file) => !now.some((item) => item.name === file.name && item.size === file.size))])

  const drop = useEffectEvent((list: FileList) => hasLink || addFiles([...list]))
  useEffect(() => {
    const sheet = overlays.closest(field.current)
    return sheet && acceptFileDrops(sheet.element, { over: setIsOver, drop: (list) => drop(list) })
  }, [])

  const error = roomProblem(files, room)
  return (
    <fieldset ref={field} className={css.field} data-over={(isOver && !hasLink) || undefined}>
      <legend className={css.legend}>{t('file.label')}</legend>
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map((file) => (
            <ChosenFile
              key={`${file.name} ${file.size}`}
              file={file}
              onRemove={() => setFiles((now) => now.filter((item) => item !== file))}
            />
          ))}
        </ul>
      )}
      <FileButton label={t('file.label')} accept={videoTypes} multiple icon={cloudArrowUp} disabled={hasLink} onChoose={addFiles}>
        {t(files.length > 0 ? 'file.more' : 'file.choose')}
      </FileButton>
      {error ? (
        <FieldError>{error}</FieldError>
      ) : (
        <p className={css.help}>
          {hasLink ? (
            t('file.has_link')
          ) : (
            <>
              <span className={css.drop}>{t('file.drop')} </span>
              {room && t('file.help', { max: formatBytes(room.max_file), used: formatBytes(room.used), quota: formatBytes(room.quota) })}
            </>
          )}
        </p>
      )}
    </fieldset>
  )
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const error = fileProblem(file)
  return (
    <li className={css.file}>
      <Icon icon={filmStrip} size={20} className={css.icon} />
      <span className={css.words}>
        <span className={css.name}>{file.name}</span>
        {error ? <FieldError>{error}</FieldError> : <small className={css.size}>{formatBytes(file.size)}</small>}
      </span>
      <IconButton icon={x} iconSize={20} label={t('file.remove', { name: file.name })} onClick={onRemove} />
    </li>
  )
}

type Room = Parameters<typeof roomProblem>[1]

const sourceOf = (files: readonly File[], playlistId: string, ownerId: string, room: Room): ItemSource => ({
  count: files.length,
  title: files.length === 1 && files[0] ? titleOfFile(files[0].name) : '',
  isGood: files.every((file) => fileProblem(file) === undefined) && roomProblem(files, room) === undefined,
  add: ({ series, index, title }) => startUploads({ ownerId, files, playlistId, seriesId: series.id, index, title }),
})
