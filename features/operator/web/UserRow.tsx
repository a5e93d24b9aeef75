import { memo } from 'react'
import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { formatAgo, formatDay } from '#kit/web/format-date.ts'
import { cx } from '#ui/cx.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { latePaths } from '#shell/late-paths.ts'
import type { UserRow as User } from '../contract.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

export const nameOf = ({ nickname }: Pick<User, 'nickname'>) => nickname ?? t('users.nameless')

/** The flags of a user. */
const marksOf = (user: User): string[] => {
  const marks = [
    user.role !== null && t(`role.${user.role}`),
    user.suspension && t('users.filter.suspended'),
    user.is_removed && t('users.filter.removed'),
    user.deletion_at !== null && t('users.filter.leaving'),
    user.is_broadcaster && t('users.filter.broadcasters'),
    user.can_upload_video && t('users.filter.uploaders'),
  ]
  return marks.filter((mark) => mark !== false && mark !== null)
}

interface UserRowProps {
  user: User
  isChosen: boolean
  /** @param isRange whether to toggle all users since the last toggled one */
  onToggle: (id: string, isRange: boolean) => void
}

export const UserRow = memo(({ user, isChosen, onToggle }: UserRowProps) => {
  const { id, email, created_at: createdAt, last_seen_at: lastSeen } = user
  return (
    <li className={css.row}>
      <Checkbox
        checked={isChosen}
        onChange={({ nativeEvent }) => onToggle(id, (nativeEvent as MouseEvent).shiftKey)}
        aria-label={t('users.select', { name: nameOf(user) })}
      >
        {null}
      </Checkbox>
      <div className={css.words}>
        <a className={cx(css.name, css.opens)} href={latePaths.operatorUser(id)}>
          {nameOf(user)}
        </a>
        <p className={css.quiet}>
          {joinWithDots([
            email,
            t('users.since', { day: formatDay(createdAt) }),
            ...(lastSeen === null ? [] : [t('users.seen', { ago: formatAgo(lastSeen) })]),
            ...marksOf(user),
          ])}
        </p>
      </div>
    </li>
  )
})
