import { usersThree } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** Among what belongs to one's account. */
export const FollowingLink = () => <RowLink icon={usersThree} name={t('following.title')} href={paths.following()} />
