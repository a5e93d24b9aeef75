import { useId } from 'react'
import css from './Slider.module.css'

interface SliderProps {
  label: string
  min: number
  max: number
  step: number
  value: number
  /** Formatted value: `1.2 ×`, `45°`. */
  shown: string
  onChange: (value: number) => void
}

/** A range input with its label and value. */
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
