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
  /** The URL being typed; undefined while the URL field is closed. */
  const [address, setAddress] = useState<string>()
  const [unfetched, setUnfetched] = useState<string>()
  const [isFetching, setIsFetching] = useState(false)
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
  const previewUrl = useMemo(() => (chosen ? URL.createObjectURL(chosen) : undefined), [chosen])
  useEffect(() => () => void (previewUrl && URL.revokeObjectURL(previewUrl)), [previewUrl])

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
  async function readFrom(url: string) {
    if (!fetchPicture || isFetching) return
    setIsFetching(true)
    setUnfetched(undefined)
    const fetched = await fetchPicture(url)
    setIsFetching(false)
    if (typeof fetched === 'string') {
      setAddress(url)
      setUnfetched(fetched)
      return
    }
    await offer(new File([fetched], 'picture', { type: fetched.type }), { isConverted: true })
    setAddress(undefined)
  }
  const offered = usePictureDropAndPaste({
    onFile: (file) => void offer(file),
    onAddress: fetchPicture && ((dropped) => void readFrom(dropped)),
  })
  const shownError = refusal ?? serverError

  return (
    <fieldset className={css.field} aria-label={label} aria-describedby={shownError ? id : undefined} {...offered.props}>
      <div className={cx(css.row, offered.isOver && css.over)}>
        <span className={cx(css.preview, css[shape])}>
          {current}
          {previewUrl && <img src={previewUrl} alt="" />}
          {busy && (
            <span className={css.busy}>
              <Spinner />
            </span>
          )}
          {chosen && <IconButton className={css.remove} kind="glass" icon={x} iconSize={20} label={t('image.remove')} onClick={clear} />}
        </span>
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
              {fetchPicture && address === undefined && (
                <IconButton kind="line" icon={linkSimple} iconSize={20} label={t('image.by_address')} onClick={() => setAddress('')} />
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
      {address !== undefined && (
        <AddressEntry
          address={address}
          onType={(address) => {
            setAddress(address)
            setUnfetched(undefined)
          }}
          onFetch={() => void readFrom(address)}
          busy={isFetching}
          wrong={unfetched}
        />
      )}
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

interface AddressEntryProps {
  address: string
  onType: (address: string) => void
  onFetch: () => void
  busy: boolean
  /** The error if fetching the picture failed. */
  wrong: string | undefined
}

/** A field for the URL of a picture. Enter fetches the picture without submitting the surrounding form. */
function AddressEntry({ address, onType, onFetch, busy, wrong }: AddressEntryProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isEmpty, setIsEmpty] = useState(address.trim() === '')
  // Takes the focus, because the user opened the field.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const fetchOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!isEmpty && !busy) onFetch()
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
            <Button className={css.fetch} kind="text" size="s" busy={busy} disabled={isEmpty} onClick={onFetch}>
              {t('image.fetch')}
            </Button>
          }
          onChange={(event) => {
            setIsEmpty(event.currentTarget.value.trim() === '')
            onType(event.currentTarget.value)
          }}
          onKeyDown={fetchOnEnter}
        />
      </Field>
    </div>
  )
}
