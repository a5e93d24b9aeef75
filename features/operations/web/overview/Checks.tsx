import { ButtonLink } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Icon } from '#ui/Icon.tsx'
import { checkCircle, warningCircleFill } from '#ui/icons.ts'
import type { Check } from '../../contract.ts'
import { checkStates } from '../../rules.ts'
import css from '../operations.module.css'
import { t } from '../texts.ts'

/** Sorts problems first, then warnings. Checks of the same state keep the order of the overview. */
const bySeverity = (a: Check, b: Check) => checkStates.indexOf(b.state) - checkStates.indexOf(a.state)

export function Checks({ checks }: { checks: readonly Check[] }) {
  const problemCount = checks.filter(({ state }) => state !== 'ok').length
  return (
    <section className={css.section} aria-labelledby="checks">
      <h2 id="checks" className={css.title}>
        {t('overview.checks')}
      </h2>
      <output>{problemCount === 0 ? t('overview.fine') : t('overview.wrong', { count: problemCount })}</output>
      <ul className={css.columns} aria-labelledby="checks">
        {checks.toSorted(bySeverity).map((check) => (
          <CheckRow key={check.key} check={check} />
        ))}
      </ul>
    </section>
  )
}

function CheckRow({ check: { key, state, text, url } }: { check: Check }) {
  const name = t(`overview.check.${key}`)
  return (
    <li className={css.check}>
      <Icon icon={state === 'ok' ? checkCircle : warningCircleFill} className={cx(state === 'ok' ? css.ok : css.warn)} />
      <div className={css.words}>
        <h3 className={css.name}>{name}</h3>
        <p className={css.quiet}>
          <span className={cx(state !== 'ok' && css.warn)}>{t(`overview.state.${state}`)}</span>
          {` · ${text}`}
        </p>
      </div>
      {url !== null && (
        <ButtonLink size="s" href={url} aria-label={t('overview.mend_named', { name })}>
          {t('overview.mend')}
        </ButtonLink>
      )}
    </li>
  )
}
