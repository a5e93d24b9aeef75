import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { useField } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { caretDown, eye, eyeSlash, xCircleFill } from './icons.ts'
import css from './inputs.module.css'
import { t } from './texts.ts'

interface BoxProps {
  icon?: string | undefined
  locked?: boolean | undefined
  className?: string | undefined
  after?: ReactNode
  children: ReactNode
}

/** The box around an input. It shows the focus ring, and is amber for errors. */
const InputBox = ({ icon, locked, className, after, children }: BoxProps) => (
  <span className={cx(css.box, locked && css.locked, className)}>
    {icon && <Icon icon={icon} size={20} className={css.icon} />}
    {children}
    {after}
  </span>
)

type Text = string | number | readonly string[] | undefined

/** Reports the length of the text to the field, at first and while typing. */
function useCount(value: Text) {
  const { count, limit, props } = useField()
  const start = String(value ?? '').length
  useLayoutEffect(() => count?.(start), [count, start])
  return { count: (text: string) => count?.(text.length), props: { ...props, maxLength: limit } }
}

interface TextInputProps extends Omit<ComponentProps<'input'>, 'ref'> {
  icon?: string | undefined
  /** If given, the input has a clear button while it isn't empty. Called after clearing. */
  onClear?: (() => void) | undefined
  /** Shown at the end of the box. */
  after?: ReactNode
}

export function TextInput({ icon, onClear, after, className, onInput, ...input }: TextInputProps) {
  const { count, props } = useCount(input.value ?? input.defaultValue)
  const element = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(Boolean(input.defaultValue))
  const filled = input.value === undefined ? typed : input.value !== ''
  const clear = () => {
    if (element.current) element.current.value = ''
    setTyped(false)
    count('')
    onClear?.()
    element.current?.focus()
  }
  return (
    <InputBox
      icon={icon}
      locked={input.readOnly || input.disabled}
      className={className}
      after={
        onClear && filled ? (
          <IconButton className={css.inBox} icon={xCircleFill} iconSize={20} label={t('field.clear')} onClick={clear} />
        ) : (
          after
        )
      }
    >
      <input
        {...props}
        {...input}
        ref={element}
        onInput={(event) => {
          count(event.currentTarget.value)
          setTyped(event.currentTarget.value !== '')
          onInput?.(event)
        }}
      />
    </InputBox>
  )
}

/** A textarea, at first with `rows` lines, that grows with its content. */
export function TextArea({ className, onInput, rows = 3, ...area }: Omit<ComponentProps<'textarea'>, 'ref'>) {
  const { count, props } = useCount(area.value ?? area.defaultValue)
  return (
    <InputBox className={cx(css.area, className)} locked={area.readOnly}>
      <textarea
        {...props}
        {...area}
        rows={rows}
        style={{ '--rows': rows }}
        onInput={(event) => {
          count(event.currentTarget.value)
          onInput?.(event)
        }}
      />
    </InputBox>
  )
}

/** A password input with a button that shows the text. */
export function PasswordInput({ autoComplete = 'current-password', ...input }: Omit<ComponentProps<'input'>, 'ref' | 'type'>) {
  const { props } = useField()
  const [isVisible, setIsVisible] = useState(false)
  return (
    <InputBox
      after={
        <IconButton
          className={css.inBox}
          icon={isVisible ? eyeSlash : eye}
          iconSize={20}
          label={t(isVisible ? 'password.hide' : 'password.show')}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        />
      }
    >
      <input
        {...props}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        type={isVisible ? 'text' : 'password'}
      />
    </InputBox>
  )
}

/** The browser's own select, which works best on phones and with a keyboard. */
export function Select({ children, className, ...select }: ComponentProps<'select'>) {
  const { props } = useField()
  return (
    <InputBox className={cx(css.select, className)} after={<Icon icon={caretDown} size={20} className={css.icon} />}>
      <select {...props} {...select}>
        {children}
      </select>
    </InputBox>
  )
}

interface CodeInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'type' | 'maxLength'> {
  /** Number of digits. */
  length: number
  /** True to hide the digits. */
  masked?: boolean
}

/** An input for a numeric code, drawn as cells. Codes can be pasted, or filled in by the browser. */
export function CodeInput({ length, masked, onInput, className, ...input }: CodeInputProps) {
  const { props } = useField()
  const [code, setCode] = useState(String(input.defaultValue ?? ''))
  return (
    <span className={cx(css.code, className)} style={{ '--cells': length }}>
      <input
        {...props}
        inputMode="numeric"
        pattern={`[0-9]{${length}}`}
        autoComplete="one-time-code"
        {...input}
        type="text"
        maxLength={length}
        onInput={(event) => {
          const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, length)
          event.currentTarget.value = digits
          setCode(digits)
          onInput?.(event)
        }}
      />
      {Array.from({ length }, (_, index) => (
        <span key={index} className={cx(css.cell, index === Math.min(code.length, length - 1) && css.next)} aria-hidden="true">
          {masked && code[index] ? '•' : code[index]}
        </span>
      ))}
    </span>
  )
}
