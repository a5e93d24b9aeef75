import { type FormEvent, type ReactNode, useId } from 'react'
import type { InputOf } from '#kit/contract/endpoint.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toasts.ts'
import type { SettingName } from '#features/accounts/site-settings.ts'
import { useFocusFirstInvalid } from '#features/accounts/web/useFocusFirstInvalid.ts'
import { OutdatedDraftNotice } from '../OutdatedDraftNotice.tsx'
import { siteContract } from '../../contract.ts'
import type { Settings } from '../../contract/settings.ts'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { useDraft } from '../useDraft.ts'
import { LastChange } from './LastChange.tsx'

type Change = InputOf<typeof siteContract.changeSetting>['body']
/** A change, without the version on which it is based. */
export type NewValue = Change extends infer C ? (C extends Change ? Pick<C, 'name' | 'value'> : never) : never

interface ShownSetting<F> {
  fields: F
  type: (part: Partial<F>) => void
  errors: Readonly<Record<string, string>>
}

interface SettingFormProps<F extends object> {
  name: Exclude<SettingName, 'names'>
  settings: Settings
  /** Fields of the stored value. */
  stored: F
  /** Names of the fields that show their own errors. */
  shownFields: readonly string[]
  valueOf: (fields: F) => NewValue
  children: (form: ShownSetting<F>) => ReactNode
}

/** Form of one setting: its fields, its last change, and undo. */
export function SettingForm<F extends object>({ name, settings, stored, shownFields, valueOf, children }: SettingFormProps<F>) {
  const id = useId()
  const save = useChange(siteContract.changeSetting)
  const draft = useDraft(stored, settings[name].version, save.isPending)
  const { message, fields: errors } = formErrors(save.error, shownFields)
  const form = useFocusFirstInvalid(save.error)
  const title = t(`settings.${name}.title`)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (save.isPending) return
    // A cast, because TypeScript doesn't know that the value has the type of this setting.
    const body = { ...valueOf(draft.fields), version: draft.seenVersion } as Change
    save.mutate(
      { body },
      {
        onSuccess() {
          draft.restart()
          toast(t('settings.saved'))
        },
      },
    )
  }
  return (
    <section className={css.card} aria-labelledby={id}>
      <form ref={form} className={css.part} aria-labelledby={id} onSubmit={submit} noValidate>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {children({ fields: draft.fields, type: draft.type, errors })}
        {draft.isOutdated ? <OutdatedDraftNotice draft={draft} onChoose={save.reset} /> : message !== undefined && <Alert>{message}</Alert>}
        <div className={css.buttons}>
          <Button type="submit" kind="accent" size="s" busy={save.isPending} aria-label={t('settings.save_named', { name: title })}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
      <LastChange name={name} settings={settings} onUndone={draft.restart} />
    </section>
  )
}
