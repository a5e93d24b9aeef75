import { useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/inputs.tsx'
import { type RemovableName, removableNames } from '../../rules.ts'
import { Finder } from '../find/Finder.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { openRemovalDialog } from './open-removal-dialog.ts'

/** Finds a user or channel, to take away its name, address or picture. */
export function RemovalSection() {
  const [thing, setThing] = useState<RemovableName>('nickname')
  const type = thing === 'nickname' || thing === 'user_picture' ? 'user' : 'channel'
  return (
    <section className={css.card} aria-labelledby="take-away">
      <h2 id="take-away" className={css.title}>
        {t('take.title')}
      </h2>
      <p className={css.quiet}>{t('take.text')}</p>
      <Field label={t('take.what')}>
        <Select value={thing} onChange={({ currentTarget }) => setThing(currentTarget.value as RemovableName)}>
          {removableNames.map((removableName) => (
            <option key={removableName} value={removableName}>
              {t(`take.things.${removableName}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Finder
        key={type}
        type={type}
        action={({ id, name }) => ({
          name: t('take.action'),
          label: t('take.action_named', { name }),
          kind: 'line',
          perform: () => openRemovalDialog({ thing, id, name }),
        })}
      />
    </section>
  )
}
