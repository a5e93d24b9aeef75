import { isolateDirection } from '#kit/contract/isolated.ts'
import { formatNumber } from '#kit/web/format.ts'
import { formatMoney } from '#kit/web/format-money.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { formatBytes } from '#features/uploads/web/upload-texts.ts'
import type { OperatorUser } from '../contract.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

/** Content, storage, money and reports of a user, with links to acts and money. */
export function UserDetails({ user }: { user: OperatorUser }) {
  const quota = user.upload_quota_gb === null ? '' : t('user.storage_of', { size: formatNumber(user.upload_quota_gb) })
  const rows: readonly [name: string, value: string, href?: string][] = [
    [t('user.channels'), formatNumber(user.channels_count)],
    [t('user.storage'), [formatBytes(user.uploads_bytes), quota].filter(Boolean).join(' ')],
    [t('user.balance'), formatMoney(user.balance)],
    [t('user.reports_by'), formatNumber(user.reports_by), latePaths.operatorReports({ by: user.id })],
    [t('user.reports_about'), formatNumber(user.reports_about), latePaths.operatorReports({ about: user.id })],
    [
      t('user.teams'),
      user.teams
        .map(({ name, is_admin: isAdmin }) => (isAdmin ? t('user.team_admin', { name: isolateDirection(name) }) : isolateDirection(name)))
        .join(', ') || '–',
    ],
  ]
  return (
    <section className={css.card} aria-labelledby="facts">
      <h2 id="facts" className={css.title}>
        {t('user.facts')}
      </h2>
      <dl className={css.facts}>
        {rows.map(([name, value, href]) => (
          <div key={name}>
            <dt className={css.quiet}>{name}</dt>
            <dd>
              {href === undefined || value === '0' ? (
                value
              ) : (
                <a className={css.opens} href={href}>
                  {value}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.buttons}>
        <ButtonLink size="s" href={latePaths.operatorAudit({ user: user.id })}>
          {t('user.audit')}
        </ButtonLink>
        <ButtonLink size="s" href={latePaths.operatorLedger({ user: user.id })}>
          {t('user.ledger')}
        </ButtonLink>
      </div>
    </section>
  )
}
