import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/inputs.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { zoneName } from '../wall-time.ts'
import type { FieldsProps } from './TextsFields.tsx'

/** Fields for the start and end, in the zone of the browser. */
export function ScheduleFields({ fields: { from, until }, type, errors }: FieldsProps) {
  const zone = t('zone', { zone: zoneName() })
  return (
    <section className={css.part} aria-labelledby="schedule">
      <h3 id="schedule" className={css.subtitle}>
        {t('pages.schedule')}
      </h3>
      <div className={css.pair}>
        <Field label={t('pages.from')} help={zone} error={errors['starts_at']}>
          <TextInput type="datetime-local" value={from} onChange={({ currentTarget }) => type({ from: currentTarget.value })} />
        </Field>
        <Field label={t('pages.until')} help={zone} error={errors['ends_at']}>
          <TextInput type="datetime-local" value={until} onChange={({ currentTarget }) => type({ until: currentTarget.value })} />
        </Field>
      </div>
    </section>
  )
}
