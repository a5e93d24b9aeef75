import { type ReactNode, useId, useState } from 'react'
import { info } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { t } from './texts.ts'
import css from './Statistics.module.css'

interface FigureHeadingProps {
  /** The name of the figure. */
  name: string
  /** Definition of the figure, shown when the button is pressed. */
  definition: string
  /** The heading or label that contains the name. */
  children: ReactNode
}

/** A heading with an info button, which shows the definition of a figure below the heading. */
export function FigureHeading({ name, definition, children }: FigureHeadingProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className={css.about}>
        {children}
        <IconButton
          icon={info}
          iconSize={20}
          label={t('about', { figure: name })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <p id={id} className={css.definition}>
          {definition}
        </p>
      )}
    </>
  )
}
