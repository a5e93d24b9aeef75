import { formatDay } from '#kit/web/format-date.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { MessageBar } from '#shell/MessageBar.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'
import { useKeepAccount } from './useKeepAccount.ts'

/** Warns users whose account will be deleted, with a button to keep it. */
export function KeepAccountBar({ at }: { at: string }) {
  const { keep, isBusy } = useKeepAccount()
  return (
    <MessageBar
      label={t('deletion.title')}
      actions={
        <>
          <ButtonLink kind="text" size="s" href={paths.settings({ view: 'data' })}>
            {t('data.title')}
          </ButtonLink>
          <Button kind="accent" size="s" busy={isBusy} onClick={keep}>
            {t('deletion.keep')}
          </Button>
        </>
      }
    >
      <p>{t('deletion.coming', { day: formatDay(at) })}</p>
    </MessageBar>
  )
}
