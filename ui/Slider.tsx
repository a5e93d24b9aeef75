import { useId } from 'react'
import css from './Slider.module.css'

interface SliderProps {
  label: string
  min: number
  max: number
  step: number
  value: number
  /** The value as people read it: `1.2 ×`, `45°`. */
  shown: string
  onChange: (value: number) => void
}

/** A number out of a range, with its name and what it is now. */
export function Slider({ label, shown, onChange, ...range }: SliderProps) {
  const id = useId()
  const part = (range.value - range.min) / (range.max - range.min)
  return (
    <div className={css.slider}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{shown}</output>
      <input
        {...range}
        id={id}
        type="range"
        style={{ '--part': `${part * 100}%` }}
        aria-valuetext={shown}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  )
}
