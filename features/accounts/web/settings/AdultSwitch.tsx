import { useChange } from '#kit/web/change.ts'
import { Icon } from '#ui/Icon.tsx'
import { eyeSlash } from '#ui/icons.ts'
import { Switch } from '#ui/toggles.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { toast } from '#ui/toasts.ts'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { accountsContract } from '../../contract.ts'
import { accountsErrors } from '../../errors.ts'
import type { Profile } from '../../shapes.ts'
import { t } from '../texts.ts'
import css from './settings.module.css'

/** Adult content: on with a mailed code, off immediately. */
export function AdultSwitch({ profile }: { profile: Profile }) {
  const toggle = useChange(accountsContract.toggleAdultContent)
  const go = useGo()

  const press = () =>
    toggle.mutate(
      {},
      {
        onSuccess: ({ code_required: isMailed }) => {
          if (isMailed) void openDialog(() => import('./AdultDialog.tsx').then((module) => module.AdultDialog), { email: profile.email })
        },
        onError: ({ body: { code, message, errors } }) =>
          toast(Object.values(errors).flat()[0] ?? message, {
            warning: true,
            ...(code === accountsErrors.birthday_missing.code && {
              action: { name: t('profile.title'), perform: () => go(paths.settings({ view: 'editProfile' })) },
            }),
          }),
      },
    )

  return (
    <div className={css.inRow}>
      <Icon of={eyeSlash} className={css.rowIcon} />
      <Switch
        label={t('adult.title')}
        detail={t('adult.detail')}
        checked={profile.adult_content}
        aria-busy={toggle.isPending}
        onChange={() => !toggle.isPending && press()}
      />
    </div>
  )
}
