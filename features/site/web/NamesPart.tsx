import { type FormEvent, useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { usePages, useRead } from '#kit/web/use.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { ChipChoice } from '#ui/choices.tsx'
import { confirm } from '#ui/confirm.ts'
import { Field } from '#ui/Field.tsx'
import { Select, TextArea, TextInput } from '#ui/inputs.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { MoreBelow } from '#ui/MoreBelow.tsx'
import { State } from '#ui/State.tsx'
import { toast } from '#ui/toasts.ts'
import { Checkbox } from '#ui/toggles.tsx'
import { siteContract } from '../contract.ts'
import { limits, type TakenThing, takenThings } from '../rules.ts'
import { PartSkeleton } from './PartSkeleton.tsx'
import { SettingForm } from './SettingsPart.tsx'
import css from './site.module.css'
import { t } from './texts.ts'

/** Blocked words, names that have them, and names to take away. */
export function NamesPart() {
  const read = useRead(siteContract.listSettings, {})
  return (
    <>
      <Loaded read={read} failed={t('operator.failed')} skeleton={<PartSkeleton />}>
        {(settings) => (
          <SettingForm
            name="names"
            settings={settings}
            shown={['value.blocked']}
            change={(form) => ({
              name: 'names',
              value: {
                blocked: formText(form, 'blocked')
                  .split('\n')
                  .flatMap((line) => line.trim() || []),
              },
              version: settings.names.version,
            })}
          >
            {(errors) => (
              <Field label={t('names.blocked')} help={t('names.help')} error={errors['value.blocked']}>
                <TextArea name="blocked" rows={6} defaultValue={settings.names.value.blocked.join('\n')} />
              </Field>
            )}
          </SettingForm>
        )}
      </Loaded>
      <Existing />
      <TakeAway />
    </>
  )
}

const kinds = ['user', 'channel', 'slug'] as const
type Kind = (typeof kinds)[number]

/** Names from before a word was blocked. */
function Existing() {
  const [kind, setKind] = useState<Kind>('user')
  const pages = usePages(siteContract.listBlockedNames, { query: { kind } })
  return (
    <section className={css.card} aria-labelledby="existing">
      <h2 id="existing" className={css.title}>
        {t('names.existing')}
      </h2>
      <ChipChoice
        label={t('names.kind')}
        options={kinds.map((value) => ({ value, name: t(`names.kinds.${value}`) }))}
        value={kind}
        onChange={setKind}
      />
      <Loaded read={{ ...pages, data: pages.items }} failed={t('operator.failed')} skeleton={<PartSkeleton />}>
        {(items) => (
          <>
            {items.length === 0 && !pages.hasNextPage && <State title={t('names.none')} picture="none" />}
            <ul className={css.rows} aria-label={t('names.existing')}>
              {items.map(({ id, name, word }) => (
                <li key={id} className={css.row}>
                  <div className={css.words}>
                    <span className={css.name}>{name}</span>
                    <p className={css.quiet}>{[t('names.word', { word }), id].join(' · ')}</p>
                  </div>
                </li>
              ))}
            </ul>
            <MoreBelow pages={pages} skeleton={<PartSkeleton />} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function TakeAway() {
  const take = useChange(siteContract.takeAway)
  const { message, fields } = formErrors(take.error, ['id', 'reason'])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const thing = formText(given, 'thing') as TakenThing
    const body = { thing, id: formText(given, 'id').trim(), reason: formText(given, 'reason'), block: given.has('block') }
    if (!(await confirm({ title: t('take.ask', { thing: t(`take.things.${thing}`) }), text: t('take.effect'), action: t('take.action') }))) return
    take.mutate(
      { body },
      {
        onSuccess() {
          form.reset()
          toast(t('take.done'))
        },
      },
    )
  }
  return (
    <form className={css.card} aria-labelledby="take" onSubmit={(event) => void submit(event)} noValidate>
      <h2 id="take" className={css.title}>
        {t('take.title')}
      </h2>
      <Field label={t('take.thing')}>
        <Select name="thing">
          {takenThings.map((thing) => (
            <option key={thing} value={thing}>
              {t(`take.things.${thing}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('take.id')} help={t('take.id_help')} error={fields['id']}>
        <TextInput name="id" autoComplete="off" />
      </Field>
      <Field label={t('take.reason')} help={t('take.reason_help')} error={fields['reason']} limit={limits.reason}>
        <TextArea name="reason" />
      </Field>
      <Checkbox name="block">{t('take.block')}</Checkbox>
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button type="submit" size="s" busy={take.isPending}>
          {t('take.action')}
        </Button>
      </div>
    </form>
  )
}
