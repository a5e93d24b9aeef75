import { magnifyingGlass } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'

interface KeywordInputProps {
  label: string
  value: string
  onChange: (keyword: string) => void
}

/** Looks through a list below it. */
export const KeywordInput = ({ label, value, onChange }: KeywordInputProps) => (
  <TextInput
    icon={magnifyingGlass}
    type="search"
    aria-label={label}
    placeholder={label}
    value={value}
    autoComplete="off"
    onChange={(event) => onChange(event.currentTarget.value)}
    onClear={() => onChange('')}
  />
)
