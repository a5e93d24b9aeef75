import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'
import css from './FileButton.module.css'

interface FileButtonProps {
  /** Complete label for screen readers. */
  label: string
  /** File types, as in `<input accept>`. */
  accept: string
  multiple?: boolean
  kind?: 'accent' | 'line' | 'quiet'
  icon?: string | undefined
  disabled?: boolean | undefined
  onChoose: (files: readonly File[]) => void
  children: ReactNode
}

/** A button that opens the file picker. The same file can be chosen twice in succession. */
export function FileButton({ label, accept, multiple = false, kind = 'line', icon, disabled, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind={kind} size="s" icon={icon} disabled={disabled} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        className={css.input}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={label}
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
