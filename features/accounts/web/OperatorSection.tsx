import { createContext, use } from 'react'
import { Icon } from '#ui/Icon.tsx'
import css from './OperatorPage.module.css'

/** The audience of a section: operators see all sections, moderators only those for moderators. */
export type SectionAudience = 'operator' | 'moderator'

/** Groups in the list of sections, from top to bottom. */
export const sectionGroups = ['site', 'people', 'content', 'money'] as const
export type SectionGroup = (typeof sectionGroups)[number]

interface Console {
  /** Address of the shown section. */
  current: string | null
  isOperator: boolean
  /** The group whose sections are rendered. */
  group: SectionGroup
}
export const ConsoleContext = createContext<Console>({ current: null, isOperator: false, group: 'site' })

interface OperatorSectionProps {
  /** Address of the section, from `latePaths`. */
  path: string
  group: SectionGroup
  icon: string
  title: string
  audience?: SectionAudience
}

/** A link to a section of the console, for the slot `operator.section`. */
export function OperatorSection({ path, group, icon, title, audience = 'operator' }: OperatorSectionProps) {
  const { current, isOperator, group: shownGroup } = use(ConsoleContext)
  if (group !== shownGroup) return null
  if (audience === 'operator' && !isOperator) return null
  return (
    <li>
      <a href={path} className={css.section} aria-current={path === current ? 'page' : undefined}>
        <Icon icon={icon} size={20} />
        {title}
      </a>
    </li>
  )
}
