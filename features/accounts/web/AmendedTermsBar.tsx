import { formatDay } from '#kit/web/format-date.ts'
import { editResponse, useChange } from '#kit/web/change.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { paths } from '#shell/paths.ts'
import { MessageBar } from '#shell/MessageBar.tsx'
import { accountsContract } from '../contract.ts'
import { t } from './texts.ts'

/** Announces new terms to users who agreed to older ones, until dismissed. */
export function AmendedTermsBar({ from }: { from: string }) {
  const dismiss = useChange(accountsContract.dismissAmendedTerms, {
    optimistic: () => [editResponse(accountsContract.getProfile, {}, (profile) => ({ ...profile, amended_terms: null }))],
  })
  return (
    <MessageBar
      label={t('amended_terms.title')}
      actions={
        <>
          <Button kind="text" size="s" onClick={() => dismiss.mutate({})}>
            {t('amended_terms.dismiss')}
          </Button>
          <ButtonLink kind="line" size="s" href={paths.terms()}>
            {t('amended_terms.read')}
          </ButtonLink>
        </>
      }
    >
      <b>{t('amended_terms.title')}</b>
      <p>{t('amended_terms.text', { day: formatDay(`${from}T12:00`) })}</p>
    </MessageBar>
  )
}
