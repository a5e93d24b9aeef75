import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { FieldError, useServerError } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { AddressEntry } from './image/AddressEntry.tsx'
import { useChosenPicture } from './image/useChosenPicture.ts'
import { useOffered } from './image/useOffered.ts'
import css from './ImageField.module.css'
import { camera, crop, image, linkSimple, x } from './icons.ts'
import { Spinner } from './Spinner.tsx'
import { t } from './texts.ts'

interface ImageFieldProps {
  label: string
  /** What is shown until a picture is chosen: a `<Disc>`, a picture, artwork. */
  current: ReactNode
  /** That is a picture already, which a new one replaces. */
  replaces?: boolean | undefined
  /** The shape of the preview, and of what is cropped: 1:1 or 3:2. */
  shape?: 'disc' | 'card'
  /** The picture, or null when it is taken back. */
  onChoose: (file: File | null) => void
  /** Most bytes that are sent. */
  limit: number
  /** What is said of a file that stays bigger. */
  tooBig?: string | undefined
  /** As in `<input accept>`; what does not fit is refused in words. */
  accept?: string
  wrongType?: string | undefined
  /** Gets the picture at an address, or a sentence why it can't. Absent: no address can be given. */
  fetchPicture?: ((address: string) => Promise<Blob | string>) | undefined
  error?: string | undefined
  /** Under the buttons. */
  help?: ReactNode
}

/**
 * Chooses one picture, crops it and shows it: a file, a photograph, what is dropped or pasted here, or the picture at an address.
 * What is no picture that can be shown, or stays too big, is refused at once, and says so.
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
  /** What is typed as its address; undefined: it is not asked for. */
  const [address, setAddress] = useState<string>()
  const [unfetched, setUnfetched] = useState<string>()
  const [isFetching, setIsFetching] = useState(false)
  const { serverError, onChange } = useServerError(error)

  const { chosen, busy, offer, cropAgain, clear } = useChosenPicture({
    shape,
    limit,
    tooBig,
    accept,
    wrongType,
    onRefuse: (sentence) => {
      setRefusal(sentence)
      // A form is not sent with a picture that was refused: it may be the point of it.
      input.current?.setCustomValidity(sentence ?? '')
    },
    onChoose: (file) => {
      onChange()
      onChoose(file)
      // The form around it hears that something was changed, wherever the picture came from.
      input.current?.dispatchEvent(new Event('change', { bubbles: true }))
    },
  })
  const shown = useMemo(() => (chosen ? URL.createObjectURL(chosen) : undefined), [chosen])
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown])

  const takeFile = (element: HTMLInputElement) => {
    const [file] = element.files ?? []
    // The same file chosen again is chosen anew.
    element.value = ''
    if (file) void offer(file)
  }
  const askForFile = (capture: 'environment' | undefined) => {
    if (!input.current) return
    if (capture) input.current.setAttribute('capture', capture)
    else input.current.removeAttribute('capture')
    input.current.click()
  }
  async function takeFrom(given: string) {
    if (!fetchPicture || isFetching) return
    setIsFetching(true)
    setUnfetched(undefined)
    const came = await fetchPicture(given)
    setIsFetching(false)
    if (typeof came === 'string') {
      setAddress(given)
      setUnfetched(came)
      return
    }
    await offer(new File([came], 'picture', { type: came.type }), { isConverted: true })
    setAddress(undefined)
  }
  const offered = useOffered({ onFile: (file) => void offer(file), onAddress: fetchPicture && ((dropped) => void takeFrom(dropped)) })
  const wrong = refusal ?? serverError

  return (
    <fieldset className={css.field} aria-label={label} aria-describedby={wrong ? id : undefined} {...offered.props}>
      <div className={cx(css.row, offered.isOver && css.over)}>
        <span className={cx(css.preview, css[shape])}>
          {current}
          {shown && <img src={shown} alt="" />}
          {busy && (
            <span className={css.busy}>
              <Spinner />
            </span>
          )}
          {chosen && <IconButton className={css.remove} kind="glass" icon={x} iconSize={20} label={t('image.remove')} onClick={clear} />}
        </span>
        <div className={css.words}>
          <div className={css.ways}>
            <Button kind="line" size="s" icon={image} busy={busy} onClick={() => askForFile(undefined)}>
              {t(chosen || replaces ? 'image.change' : 'image.choose')}
            </Button>
            <span className={css.icons}>
              {chosen && <IconButton kind="line" icon={crop} iconSize={20} label={t('image.crop')} onClick={() => void cropAgain()} />}
              <IconButton
                className={css.photograph}
                kind="line"
                icon={camera}
                iconSize={20}
                label={t('image.photograph')}
                onClick={() => askForFile('environment')}
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
          onType={(typed) => {
            setAddress(typed)
            setUnfetched(undefined)
          }}
          onFetch={() => void takeFrom(address)}
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
        onChange={(event) => takeFile(event.currentTarget)}
      />
      {wrong && <FieldError id={id}>{wrong}</FieldError>}
    </fieldset>
  )
}
