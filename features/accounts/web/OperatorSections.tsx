import { cx } from '#ui/cx.ts'
import { Slot } from '#shell/Slot.tsx'
import { appSubject } from '#shell/subjects.ts'
import { ConsoleContext, sectionGroups } from './OperatorSection.tsx'
import css from './OperatorPage.module.css'
import { t } from './texts.ts'

declare module '#shell/slots.ts' {
  interface Slots {
    /** Sections of the operator's console: `OperatorSection`s. */
    'operator.section': 'app'
  }
}

interface OperatorSectionsProps {
  /** Address of the shown section. */
  current: string | null
  isOperator: boolean
  isRail: boolean
}

/** The sections of the console that features add, in groups, each in the order of the features. */
export const OperatorSections = ({ current, isOperator, isRail }: OperatorSectionsProps) => (
  <nav aria-label={t('console.title')} className={cx(isRail ? css.rail : css.list)}>
    {sectionGroups.map((group) => (
      <div key={group} className={css.group}>
        <h2 id={`sections-${group}`} className={css.groupName}>
          {t(`console.group.${group}`)}
        </h2>
        <ul aria-labelledby={`sections-${group}`}>
          <ConsoleContext value={{ current, isOperator, group }}>
            <Slot name="operator.section" subject={appSubject} coming={<li className={css.coming} aria-busy="true" />} />
          </ConsoleContext>
        </ul>
      </div>
    ))}
  </nav>
)
