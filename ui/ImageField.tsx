import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { FieldError, useServerError } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import css from './ImageField.module.css'
import { camera, x } from './icons.ts'
import { t } from './texts.ts'

interface ImageFieldProps {
  label: string
  /** What is shown until a file is chosen: a `<Disc>`, a picture, artwork. */
  current: ReactNode
  /** That is a picture already, which a file replaces. */
  replaces?: boolean | undefined
  /** The shape of the preview. */
  shape?: 'disc' | 'card'
  /** The file, or null when it is taken back. */
  onChoose: (file: File | null) => void
  /** Most bytes. */
  limit: number
  /** What is said of a bigger one. */
  tooBig?: string | undefined
  /** As in `<input accept>`; what does not fit is refused in words. */
  accept?: string
  wrongType?: string | undefined
  error?: string | undefined
  /** Under the button. */
  help?: ReactNode
}

/** Chooses one picture and shows it. A file that is too big, or no picture that can be shown, is refused at once, and says so. */
export function ImageField({
  label,
  current,
  replaces,
  shape = 'disc',
  onChoose,
  limit,
  tooBig,
  accept = 'image/*',
  wrongType,
  error,
  help,
}: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const address = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])

  const { serverError, onChange } = useServerError(error)
  const noPicture = wrongType ?? t('image.wrong_type')
  const take = (chosen: File | null, problem: string | null) => {
    setRefusal(problem ?? undefined)
    // A form is not sent with a picture that was refused: it may be the point of it.
    input.current?.setCustomValidity(problem ?? '')
    onChange()
    setFile(problem ? null : chosen)
    onChoose(problem ? null : chosen)
  }
  const choose = (chosen: File | null) => {
    if (input.current && !chosen) input.current.value = ''
    take(chosen, chosen && problemOf(chosen))
  }
  const problemOf = (chosen: File) => {
    if (!chosen.type || !fits(chosen.type, accept)) return noPicture
    if (chosen.size > limit) return tooBig ?? t('image.too_big', { limit: `${Math.floor(limit / 100_000) / 10} MB` })
    return null
  }
  const wrong = refusal ?? serverError

  return (
    <fieldset className={css.field} aria-label={label} aria-describedby={wrong ? id : undefined}>
      <div className={css.row}>
        <span className={`${css.preview} ${css[shape]}`}>
          {current}
          {address && <img src={address} alt="" onError={() => take(null, noPicture)} />}
          {file && (
            <IconButton className={css.remove} kind="glass" icon={x} iconSize={20} label={t('image.remove')} onClick={() => choose(null)} />
          )}
        </span>
        <div className={css.words}>
          <Button kind="line" size="s" icon={camera} onClick={() => input.current?.click()}>
            {t(file || replaces ? 'image.change' : 'image.choose')}
          </Button>
          {refusal && (
            <Button kind="text" size="s" onClick={() => choose(null)}>
              {t('image.dismiss')}
            </Button>
          )}
          {help && <p className={css.help}>{help}</p>}
        </div>
      </div>
      <input
        ref={input}
        className={css.input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => choose(event.currentTarget.files?.[0] ?? null)}
      />
      {wrong && <FieldError id={id}>{wrong}</FieldError>}
    </fieldset>
  )
}

const fits = (type: string, accept: string) =>
  accept.split(',').some((one) => (one.trim().endsWith('/*') ? type.startsWith(one.trim().slice(0, -1)) : type === one.trim()))
