import { createContext, use } from 'react'
import { Icon } from '#ui/Icon.tsx'
import css from './OperatorPage.module.css'

/** Operators see every section, moderators only theirs. */
export type SectionAudience = 'operator' | 'moderator'

interface Console {
  /** Address of the shown section. */
  current: string | null
  isOperator: boolean
}
export const ConsoleContext = createContext<Console>({ current: null, isOperator: false })

interface OperatorSectionProps {
  /** An address of `latePaths`. */
  path: string
  icon: string
  title: string
  audience?: SectionAudience
}

/** A link to a section of the console, for the slot `operator.section`. */
export function OperatorSection({ path, icon, title, audience = 'operator' }: OperatorSectionProps) {
  const { current, isOperator } = use(ConsoleContext)
  if (audience === 'operator' && !isOperator) return null
  return (
    <li>
      <a href={path} className={css.section} aria-current={path === current ? 'page' : undefined}>
        <Icon of={icon} size={20} />
        {title}
      </a>
    </li>
  )
}
