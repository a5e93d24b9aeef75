import { memo } from 'react'
import { dotted } from '#kit/web/dotted.ts'
import { formatAgo, formatDay } from '#kit/web/format-date.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { latePaths } from '#shell/late-paths.ts'
import type { UserRow } from '../contract.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

export const nameOf = ({ nickname }: Pick<UserRow, 'nickname'>) => nickname ?? t('people.nameless')

/** The flags of a user. */
const marksOf = (person: UserRow): string[] => {
  const marks = [
    person.role !== null && t(`role.${person.role}`),
    person.suspension && t('people.filter.suspended'),
    person.is_removed && t('people.filter.removed'),
    person.deletion_at !== null && t('people.filter.leaving'),
    person.is_broadcaster && t('people.filter.broadcasters'),
    person.can_upload_video && t('people.filter.uploaders'),
  ]
  return marks.filter((mark) => mark !== false && mark !== null)
}

interface PersonRowProps {
  person: UserRow
  isChosen: boolean
  /** @param isRange whether everyone since the last toggled person is meant */
  onToggle: (id: string, isRange: boolean) => void
}

export const PersonRow = memo(({ person, isChosen, onToggle }: PersonRowProps) => {
  const { id, email, created_at: made, last_seen_at: seen } = person
  return (
    <li className={css.row}>
      <Checkbox
        checked={isChosen}
        onChange={({ nativeEvent }) => onToggle(id, (nativeEvent as MouseEvent).shiftKey)}
        aria-label={t('people.select', { name: nameOf(person) })}
      >
        {null}
      </Checkbox>
      <div className={css.words}>
        <a className={css.name} href={latePaths.operatorPerson(id)}>
          {nameOf(person)}
        </a>
        <p className={css.quiet}>
          {dotted([
            email,
            t('people.since', { day: formatDay(made) }),
            ...(seen === null ? [] : [t('people.seen', { ago: formatAgo(seen) })]),
            ...marksOf(person),
          ])}
        </p>
      </div>
    </li>
  )
})
