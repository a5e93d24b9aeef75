import { usersThree } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** The row of the library in the account settings. */
export const FollowingLink = () => (
  <RowLink
    icon={usersThree}
    name={t('library.title')}
    detail={`${t('following.title')} · ${t('favorites.title')} · ${t('library.history')}`}
    href={paths.following()}
  />
)
