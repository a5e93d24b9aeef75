import { usersThree } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** A row in the account settings. */
export const FollowingLink = () => <RowLink icon={usersThree} name={t('following.title')} href={paths.following()} />
