import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { Field, FieldError, useServerError } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { useChosenPicture } from './image/useChosenPicture.ts'
import { usePictureDropAndPaste } from './image/usePictureDropAndPaste.ts'
import { camera, crop, image, linkSimple, x } from './icons.ts'
import { Spinner } from './Spinner.tsx'
import { t } from './texts.ts'
import { TextInput } from './inputs.tsx'
import css from './ImageField.module.css'

interface ImageFieldProps {
  label: string
  /** Shown before a picture is chosen: a `<Disc>`, a picture, or artwork. */
  current: ReactNode
  /** True if a picture exists, which a new picture would replace. */
  replaces?: boolean | undefined
  /** Aspect ratio of the preview and the crop: 1:1 for `disc`, 3:2 for `card`. */
  shape?: 'disc' | 'card'
  /** Called with the picture, or null when it is removed. */
  onChoose: (file: File | null) => void
  /** Maximum upload size in bytes. */
  limit: number
  /** Error for pictures that can't be reduced to the limit. */
  tooBig?: string | undefined
  /** File types, as in `<input accept>`. Other types show an error. */
  accept?: string
  wrongType?: string | undefined
  /** Fetches a picture by URL. Resolves with the picture or an error message. Without this function, users can't enter a URL. */
  fetchPicture?: ((address: string) => Promise<Blob | string>) | undefined
  error?: string | undefined
  /** Shown below the buttons. */
  help?: ReactNode
}

/**
 * Lets the user choose and crop a picture: from a file, the camera, drag and drop, the clipboard or a URL. Refuses files that aren't
 * pictures, and pictures that can't be reduced to the limit.
 */
export function ImageField({
  label,
  current,
  replaces,
  shape = 'disc',
  onChoose,
  limit,
  tooBig = t('image.too_big', { limit: `${Math.floor(limit / 100_000) / 10} MB` }),
  accept = 'image/*',
  wrongType = t('image.wrong_type'),
  fetchPicture,
  error,
  help,
}: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const { serverError, onChange } = useServerError(error)

  const { chosen, busy, offer, reopenCrop, clear } = useChosenPicture({
    shape,
    limit,
    tooBig,
    accept,
    wrongType,
    onRefuse: (sentence) => {
      setRefusal(sentence)
      // Blocks submitting while an error about the picture is shown, so that the form isn't saved without the picture.
      input.current?.setCustomValidity(sentence ?? '')
    },
    onChoose: (file) => {
      onChange()
      onChoose(file)
      // Marks the surrounding form as changed.
      input.current?.dispatchEvent(new Event('change', { bubbles: true }))
    },
  })

  const readFile = (element: HTMLInputElement) => {
    const [file] = element.files ?? []
    // Allows choosing the same file again.
    element.value = ''
    if (file) void offer(file)
  }
  const openFilePicker = (capture: 'environment' | undefined) => {
    if (!input.current) return
    if (capture) input.current.setAttribute('capture', capture)
    else input.current.removeAttribute('capture')
    input.current.click()
  }
  const byUrl = usePictureByUrl(fetchPicture, (picture) => offer(picture, { isConverted: true }))
  const offered = usePictureDropAndPaste({
    onFile: (file) => void offer(file),
    onAddress: fetchPicture && ((dropped) => void byUrl.read(dropped)),
  })
  const shownError = refusal ?? serverError

  return (
    <fieldset className={css.field} aria-label={label} aria-describedby={shownError ? id : undefined} {...offered.props}>
      <div className={cx(css.row, offered.isOver && css.over)}>
        <PicturePreview shape={shape} current={current} chosen={chosen} busy={busy} onRemove={clear} />
        <div className={css.words}>
          <div className={css.ways}>
            <Button kind="line" size="s" icon={image} busy={busy} onClick={() => openFilePicker(undefined)}>
              {t(chosen || replaces ? 'image.change' : 'image.choose')}
            </Button>
            <span className={css.icons}>
              {chosen && <IconButton kind="line" icon={crop} iconSize={20} label={t('image.crop')} onClick={() => void reopenCrop()} />}
              <IconButton
                className={css.photograph}
                kind="line"
                icon={camera}
                iconSize={20}
                label={t('image.photograph')}
                onClick={() => openFilePicker('environment')}
              />
              {fetchPicture && byUrl.address === undefined && (
                <IconButton kind="line" icon={linkSimple} iconSize={20} label={t('image.by_address')} onClick={() => byUrl.type('')} />
              )}
            </span>
          </div>
          {refusal && (
            <Button className={css.dismiss} kind="text" size="s" onClick={clear}>
              {t('image.dismiss')}
            </Button>
          )}
          <p className={cx(css.help, css.drop)}>{t('image.drop')}</p>
          {help && <p className={css.help}>{help}</p>}
        </div>
      </div>
      {byUrl.address !== undefined && <AddressEntry {...byUrl} address={byUrl.address} />}
      <input
        ref={input}
        className={css.input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => readFile(event.currentTarget)}
      />
      {shownError && <FieldError id={id}>{shownError}</FieldError>}
    </fieldset>
  )
}

interface PicturePreviewProps extends Required<Pick<ImageFieldProps, 'shape' | 'current'>> {
  chosen: File | null
  busy: boolean
  onRemove: () => void
}

/** The chosen picture, or else the current one. */
function PicturePreview({ shape, current, chosen, busy, onRemove }: PicturePreviewProps) {
  const url = useMemo(() => (chosen ? URL.createObjectURL(chosen) : undefined), [chosen])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return (
    <span className={cx(css.preview, css[shape])}>
      {current}
      {url && <img src={url} alt="" />}
      {busy && (
        <span className={css.busy}>
          <Spinner />
        </span>
      )}
      {chosen && <IconButton className={css.remove} kind="glass" icon={x} iconSize={20} label={t('image.remove')} onClick={onRemove} />}
    </span>
  )
}

/** Reads a picture from a URL that the user types, drops or pastes. @param onRead called with the picture */
function usePictureByUrl(fetchPicture: ImageFieldProps['fetchPicture'], onRead: (picture: File) => Promise<void>) {
  /** The URL being typed; undefined while its field is closed. */
  const [address, setAddress] = useState<string>()
  /** The error if fetching the picture failed. */
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  function type(typed: string) {
    setAddress(typed)
    setWrong(undefined)
  }
  async function read(url: string) {
    if (!fetchPicture || busy) return
    setBusy(true)
    setWrong(undefined)
    const fetched = await fetchPicture(url)
    setBusy(false)
    if (typeof fetched === 'string') {
      setAddress(url)
      setWrong(fetched)
      return
    }
    await onRead(new File([fetched], 'picture', { type: fetched.type }))
    setAddress(undefined)
  }
  return { address, wrong, busy, type, read }
}

interface AddressEntryProps extends ReturnType<typeof usePictureByUrl> {
  address: string
}

/** A field for the URL of a picture. Enter fetches the picture without submitting the surrounding form. */
function AddressEntry({ address, wrong, busy, type, read }: AddressEntryProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isEmpty, setIsEmpty] = useState(address.trim() === '')
  // Takes the focus, because the user opened the field.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const fetchOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isEmpty && !busy) void read(address)
  }
  return (
    <div ref={place} className={css.address}>
      <Field label={t('image.address')} wrong={wrong}>
        <TextInput
          value={address}
          icon={linkSimple}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          after={
            <Button className={css.fetch} kind="text" size="s" busy={busy} disabled={isEmpty} onClick={() => void read(address)}>
              {t('image.fetch')}
            </Button>
          }
          onChange={(event) => {
            setIsEmpty(event.currentTarget.value.trim() === '')
            type(event.currentTarget.value)
          }}
          onKeyDown={fetchOnEnter}
        />
      </Field>
    </div>
  )
}
