import { storage } from '#kit/web/storage.ts'
import { Button } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { MessageBar } from '#shell/MessageBar.tsx'
import { useGo } from '#shell/navigation.ts'
import { t } from '../texts.ts'

/** Asks users without a country to add one. */
export function ProfileBar({ onDone }: { onDone: () => void }) {
  const go = useGo()
  return (
    <MessageBar
      label={t('profile_info.title')}
      actions={
        <>
          <Button kind="text" size="s" onClick={() => storage.set('canceled_enter_fields_modal', true)}>
            {t('profile_info.later')}
          </Button>
          <Button
            kind="line"
            size="s"
            onClick={() => {
              onDone()
              go(paths.settings({ view: 'editProfile' }))
            }}
          >
            {t('profile_info.action')}
          </Button>
        </>
      }
    >
      <b>{t('profile_info.title')}</b>
      <p>{t('profile_info.text')}</p>
    </MessageBar>
  )
}
