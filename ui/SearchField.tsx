import { Field } from './Field.tsx'
import { magnifyingGlass } from './icons.ts'
import { TextInput } from './inputs.tsx'

interface SearchFieldProps {
  /** Label and placeholder. */
  label: string
  value: string
  maxLength?: number
  className?: string | undefined
  onChange: (value: string) => void
}

/** A search input with a clear button. */
export const SearchField = ({ label, value, maxLength, className, onChange }: SearchFieldProps) => (
  <search className={className}>
    <Field label={label} hideLabel>
      <TextInput
        type="search"
        icon={magnifyingGlass}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.currentTarget.value)}
        onClear={() => onChange('')}
      />
    </Field>
  </search>
)
