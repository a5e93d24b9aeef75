import { announcedTerms } from '#features/accounts/terms.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { t } from '../texts.ts'
import css from './Policy.module.css'
import { PolicyBlockView } from './PolicyScreen.tsx'
import type { PolicyBlock } from './policy.ts'

/** The changes in announced terms, shown above the current terms. */
export function AmendedTerms({ changes }: { changes: readonly PolicyBlock[] | undefined }) {
  const announced = announcedTerms()
  if (!announced || !changes) return null
  return (
    <section className={css.amendment} aria-labelledby="amendment">
      <h2 id="amendment">{t('policies.amendment.title')}</h2>
      <p>{t('policies.amendment.text', { day: formatDay(`${announced.from}T12:00`) })}</p>
      {changes.map((part, index) => (
        <PolicyBlockView key={index} part={part} />
      ))}
    </section>
  )
}
