import { type FormEvent, useState } from 'react'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { useGo } from '#shell/navigation.ts'
import { Screen } from '#shell/Screen.tsx'
import css from '../entry/form.module.css'
import { NewPasswordFields } from '../NewPasswordFields.tsx'
import settings from '../settings/settings.module.css'
import { t } from '../texts.ts'
import { KeeperField } from './KeeperField.tsx'
import { type Reset, useReset } from './useReset.ts'

/** ms that the good news is read for. */
const reading = 2000

/** The same as a page of its own. */
export function ResetScreen({ reset }: { reset: Reset }) {
  const go = useGo()
  const [isDone, setIsDone] = useState(false)
  const form = useReset(() => {
    setIsDone(true)
    setTimeout(() => go(paths.settings(), { replace: true }), reading)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.busy) form.send(reset)
  }
  return (
    <Screen title={t('reset.title')} back={paths.settings()}>
      <div className={settings.column}>
        {isDone ? (
          <Alert kind="note">{t('reset.done')}</Alert>
        ) : (
          <form className={css.form} onSubmit={submit} noValidate>
            <p className={settings.quiet}>{t('reset.text')}</p>
            <KeeperField email={reset.email} />
            <NewPasswordFields {...form.fields} />
            {form.problem && <Alert>{form.problem}</Alert>}
            <Button type="submit" kind="accent" wide busy={form.busy} disabled={form.disabled}>
              {t('reset.submit')}
            </Button>
          </form>
        )}
      </div>
    </Screen>
  )
}
