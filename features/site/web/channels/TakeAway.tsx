import { useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/inputs.tsx'
import { type TakenThing, takenThings } from '../../rules.ts'
import { Finder } from '../find/Finder.tsx'
import css from '../site.module.css'
import { t } from '../texts.ts'
import { askToTakeAway } from './ask-to-take-away.ts'

/** Finds a user or channel, to take away its name, address or picture. */
export function TakeAway() {
  const [thing, setThing] = useState<TakenThing>('nickname')
  const type = thing === 'nickname' || thing === 'user_picture' ? 'user' : 'channel'
  return (
    <section className={css.card} aria-labelledby="take-away">
      <h2 id="take-away" className={css.title}>
        {t('take.title')}
      </h2>
      <p className={css.quiet}>{t('take.text')}</p>
      <Field label={t('take.what')}>
        <Select value={thing} onChange={({ currentTarget }) => setThing(currentTarget.value as TakenThing)}>
          {takenThings.map((one) => (
            <option key={one} value={one}>
              {t(`take.things.${one}`)}
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
          perform: () => askToTakeAway({ thing, id, name }),
        })}
      />
    </section>
  )
}
