import { type ReactNode, useEffect, useId, useRef, type WheelEvent } from 'react'
import chips from './chips.module.css'
import css from './choices.module.css'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { check } from './icons.ts'

export interface Option<V extends string> {
  value: V
  name: string
  icon?: string | undefined
  disabled?: boolean | undefined
}

/** An option of `RadioList`. */
interface LineOption<V extends string> extends Option<V> {
  /** Shown before the label: a channel's disc. */
  lead?: ReactNode
}

interface OneOfProps<V extends string> {
  /** The group's label. */
  label: string
  options: readonly Option<V>[]
  value: V | undefined
  onChange: (value: V) => void
  /** Field name in a form. */
  name?: string | undefined
}

interface RadioProps<V extends string> extends Pick<OneOfProps<V>, 'value' | 'onChange'> {
  name: string
  option: Option<V>
}

const Radio = <V extends string>({ name, option, value, onChange }: RadioProps<V>) => (
  <input
    type="radio"
    name={name}
    value={option.value}
    checked={option.value === value}
    disabled={option.disabled}
    onChange={() => onChange(option.value)}
  />
)

/** A segmented control: one of two or three options. */
export function SegmentedControl<V extends string>({ label, options, value, onChange, name }: OneOfProps<V>) {
  const group = useId()
  return (
    <div className={css.segment} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={css.part}>
          <Radio name={name ?? group} option={option} value={value} onChange={onChange} />
          <span>{option.name}</span>
        </label>
      ))}
    </div>
  )
}

interface ChipChoiceProps<V extends string> extends OneOfProps<V> {
  /** `lines`: chips wrap; `line`: one line, which scrolls; default: lines for a mouse, which can't swipe, and else one line. */
  layout?: 'lines' | 'line' | undefined
}

/** Chips: one of many options. */
export function ChipChoice<V extends string>({ label, options, value, onChange, name, layout }: ChipChoiceProps<V>) {
  const group = useId()
  const row = useRef<HTMLDivElement>(null)

  // At the start, scrolls until the selected option is visible.
  useEffect(() => {
    const checkedLabel = row.current?.querySelector(':checked')?.parentElement
    if (!row.current || !checkedLabel) return
    const { left, right, width } = row.current.getBoundingClientRect()
    const { left: start, right: end } = checkedLabel.getBoundingClientRect()
    const covered = Number.parseFloat(getComputedStyle(row.current).scrollPaddingRight) || 0
    if (end > right - covered) row.current.scrollLeft += start - left - (width - checkedLabel.offsetWidth) / 2
  }, [])

  return (
    <div
      ref={row}
      className={cx(chips.chips, layout !== 'lines' && css.oneLine, layout === 'line' && css.line)}
      role="radiogroup"
      aria-label={label}
      onWheel={layout === 'line' ? scrollSideways : undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={cx(chips.chip, css.tall, css.choice)}>
          <Radio name={name ?? group} option={option} value={value} onChange={onChange} />
          {option.icon ? <Icon icon={option.icon} size={16} /> : <Icon icon={check} size={16} className={css.mark} />}
          {option.name}
        </label>
      ))}
    </div>
  )
}

/** Scrolls a line of chips by the wheel, because a mouse can't swipe. With Ctrl, the wheel zooms. */
function scrollSideways({ currentTarget, ctrlKey, deltaX, deltaY }: WheelEvent<HTMLElement>): void {
  if (deltaX === 0 && !ctrlKey) currentTarget.scrollBy({ left: deltaY })
}

/** A list of radio buttons, one per line. */
export function RadioList<V extends string>({
  label,
  options,
  value,
  onChange,
  name,
}: Omit<OneOfProps<V>, 'options'> & { options: readonly LineOption<V>[] }) {
  const group = useId()
  return (
    <div className={css.radios} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={css.radio}>
          {option.icon && <Icon icon={option.icon} size={20} className={css.radioIcon} />}
          {option.lead}
          <span className={css.radioName}>{option.name}</span>
          <Radio name={name ?? group} option={option} value={value} onChange={onChange} />
        </label>
      ))}
    </div>
  )
}
