import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formErrors } from '#kit/web/problems.ts'
import { usePages } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { FailedRow } from '#ui/FailedRow.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { LoadMoreOnScroll } from '#ui/LoadMoreOnScroll.tsx'
import { toast } from '#ui/toasts.ts'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { latePaths } from '#shell/late-paths.ts'
import { operatorContract } from '../contract.ts'
import type { Appeal } from '../contract/moderation.ts'
import { limits } from '../rules.ts'
import css from './operator.module.css'
import { nameOf } from './UserRow.tsx'
import { t } from './texts.ts'

/** Open appeals; nothing if there are none, or while they load. */
export function Appeals() {
  const pages = usePages(operatorContract.listAppeals, { query: { open: true } })
  if (pages.error && !pages.items) return <FailedRow message={t('appeals.failed')} onAgain={() => void pages.refetch()} />
  if (!pages.items?.length) return null
  return (
    <section aria-labelledby="appeals" className={css.part}>
      <h2 id="appeals" className={css.title}>
        {t('appeals.title')}
      </h2>
      <ul className={css.part}>
        {pages.items.map((appeal) => (
          <OpenAppeal key={appeal.id} appeal={appeal} />
        ))}
      </ul>
      <LoadMoreOnScroll pages={pages} skeleton={<ListSkeleton label={t('appeals.loading')} />} />
    </section>
  )
}

function OpenAppeal({ appeal: { id, account, against, reason, text, made_at: madeAt } }: { appeal: Appeal }) {
  const decide = useChange(operatorContract.decideAppeal)
  const [word, setWord] = useState('')
  const { message, fields } = formErrors(decide.error, ['word'])
  const answer = (isGranted: boolean) =>
    decide.mutate({ params: { id }, body: { is_granted: isGranted, word } }, { onSuccess: () => toast(t('appeals.done')) })
  return (
    <li className={css.card}>
      <p>
        <a className={css.name} href={latePaths.operatorUser(account.id)}>
          {nameOf(account)}
        </a>
        <small className={css.quiet}>{` · ${formatDay(madeAt)}`}</small>
      </p>
      <p className={css.quiet}>{t(`appeals.${against}`, { reason })}</p>
      <p className={css.text}>{text}</p>
      <Field label={t('appeals.word')} error={fields['word']} limit={limits.warning}>
        <TextArea rows={2} value={word} onChange={({ currentTarget }) => setWord(currentTarget.value)} />
      </Field>
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button size="s" busy={decide.isPending} onClick={() => answer(true)}>
          {t('appeals.grant')}
        </Button>
        <Button size="s" busy={decide.isPending} onClick={() => answer(false)}>
          {t('appeals.refuse')}
        </Button>
      </div>
    </li>
  )
}
