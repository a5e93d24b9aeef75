import type { FormEvent } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { x } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { blockedWordMinLength } from '#features/accounts/blocked-words.ts'
import { siteContract } from '../../contract.ts'
import type { Settings } from '../../contract/settings.ts'
import { limits } from '../../rules.ts'
import { LastChange } from '../settings/LastChange.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import own from './names.module.css'

/** Words that names can't have. Each change is saved at once. */
export function BlockedWords({ settings }: { settings: Settings }) {
  const { value, version } = settings.names
  const save = useChange(siteContract.changeSetting)
  const { message, fields } = formErrors(save.error, ['value.blocked'])
  const put = (blocked: string[], doneText: string, form?: HTMLFormElement) =>
    save.mutate(
      { body: { name: 'names', value: { blocked }, version } },
      {
        onSuccess() {
          form?.reset()
          toast(doneText)
        },
      },
    )
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const word = formText(new FormData(form), 'word').trim()
    if (word !== '' && !save.isPending) put([...value.blocked.filter((item) => item !== word), word], t('names.added', { word }), form)
  }
  const remove = (word: string) => {
    if (save.isPending) return
    // Focuses the list, because the pressed button disappears with its word.
    document.getElementById('blocked-words')?.focus()
    put(
      value.blocked.filter((item) => item !== word),
      t('names.removed', { word }),
    )
  }
  return (
    <section className={css.card} aria-labelledby="blocked-words">
      <h2 id="blocked-words" className={css.title} tabIndex={-1}>
        {t('names.blocked')}
      </h2>
      <p className={css.quiet}>{t('names.text')}</p>
      <form className={own.add} onSubmit={add} noValidate>
        <Field label={t('names.add')} help={t('names.add_help', { count: blockedWordMinLength })} error={fields['value.blocked']}>
          <TextInput name="word" maxLength={limits.word} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <div>
          <Button type="submit" kind="accent" busy={save.isPending}>
            {t('names.add_action')}
          </Button>
        </div>
      </form>
      {message !== undefined && <Alert>{message}</Alert>}
      {value.blocked.length === 0 ? (
        <p className={css.quiet}>{t('names.blocked_none')}</p>
      ) : (
        <>
          <p className={css.quiet}>{t('names.count', { count: value.blocked.length, most: limits.words })}</p>
          <ul className={own.blocked} aria-labelledby="blocked-words">
            {value.blocked
              .toSorted((a, b) => a.localeCompare(b))
              .map((word) => (
                <li key={word} className={own.word}>
                  <bdi>{word}</bdi>
                  <IconButton icon={x} iconSize={20} label={t('names.remove', { word })} onClick={() => remove(word)} />
                </li>
              ))}
          </ul>
        </>
      )}
      <LastChange name="names" settings={settings} />
    </section>
  )
}
