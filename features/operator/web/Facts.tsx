import { isolated } from '#kit/contract/isolated.ts'
import { formatNumber } from '#kit/web/format.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { latePaths } from '#shell/late-paths.ts'
import type { OperatedUser } from '../contract.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

const megabyte = 1_000_000

/** Content, storage, money and reports of a user, with links to acts and money. */
export function Facts({ person }: { person: OperatedUser }) {
  const size = formatNumber(Math.round(person.uploads_bytes / megabyte))
  const quota = person.upload_quota_gb === null ? '' : t('person.storage_of', { size: formatNumber(person.upload_quota_gb) })
  const facts: readonly [name: string, value: string, href?: string][] = [
    [t('person.channels'), formatNumber(person.channels_count)],
    [t('person.storage'), [t('person.storage_value', { size }), quota].filter(Boolean).join(' ')],
    [t('person.balance'), formatMoney(person.balance)],
    [t('person.reports_by'), formatNumber(person.reports_by), latePaths.operatorReports({ by: person.id })],
    [t('person.reports_about'), formatNumber(person.reports_about), latePaths.operatorReports({ about: person.id })],
    [
      t('person.teams'),
      person.teams
        .map(({ name, is_admin: isAdmin }) => (isAdmin ? t('person.team_admin', { name: isolated(name) }) : isolated(name)))
        .join(', ') || '–',
    ],
  ]
  return (
    <section className={css.card} aria-labelledby="facts">
      <h2 id="facts" className={css.title}>
        {t('person.facts')}
      </h2>
      <dl className={css.facts}>
        {facts.map(([name, value, href]) => (
          <div key={name}>
            <dt className={css.quiet}>{name}</dt>
            <dd>{href === undefined || value === '0' ? value : <a href={href}>{value}</a>}</dd>
          </div>
        ))}
      </dl>
      <div className={css.buttons}>
        <ButtonLink size="s" href={latePaths.operatorAudit({ person: person.id })}>
          {t('person.audit')}
        </ButtonLink>
        <ButtonLink size="s" href={latePaths.operatorLedger({ user: person.id })}>
          {t('person.ledger')}
        </ButtonLink>
      </div>
    </section>
  )
}
