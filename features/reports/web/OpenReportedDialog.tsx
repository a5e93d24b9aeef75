import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
import { formatNumber } from '#kit/web/format.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { type ReportedChannelContent, reportsContract } from '../contract.ts'
import { maxReportedChannelVideos, maxReasonLength } from '../rules.ts'
import css from './ReportsScreen.module.css'
import { t } from './texts.ts'

/** Asks for a reason, and then lists the content of a reported private channel. */
export function OpenReportedDialog({ id }: CloseProps & { id: string }) {
  const open = useChange(reportsContract.openReported)
  const { message, fields } = formErrors(open.error, ['reason'])
  if (open.data) return <ReportedContent channel={open.data} />
  return (
    <FormDialog
      title={t('operator.open')}
      text={t('operator.open_text')}
      width="s"
      submit={t('operator.open')}
      busy={open.isPending}
      error={message}
      onSubmit={(form) => open.mutate({ params: { id }, body: { reason: formText(form, 'reason') } })}
    >
      <Field label={t('operator.open_reason')} error={fields['reason']} limit={maxReasonLength}>
        <TextArea name="reason" rows={3} />
      </Field>
    </FormDialog>
  )
}

const ReportedContent = ({ channel: { name, description, videos, has_more: hasMore } }: { channel: ReportedChannelContent }) => (
  <Dialog title={t('operator.opened', { name })} isForReading>
    {description && <p className={css.text}>{description}</p>}
    {videos.length === 0 ? (
      <p>{t('operator.opened_none')}</p>
    ) : (
      <ul className={css.list}>
        {videos.map(({ id, title, series, url }) => (
          <li key={id} className={css.words}>
            {/^https?:/.test(url) ? (
              <a href={url} target="_blank" rel="noreferrer nofollow">
                {title}
              </a>
            ) : (
              <span>{title}</span>
            )}
            <small className={css.quiet}>{joinWithDots([series, url || t('operator.upload')])}</small>
          </li>
        ))}
      </ul>
    )}
    {hasMore && <p className={css.quiet}>{t('operator.opened_more', { count: formatNumber(maxReportedChannelVideos) })}</p>}
  </Dialog>
)
