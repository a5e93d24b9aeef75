import { useState } from 'react'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useChange } from '#kit/web/change.ts'
import { useRead } from '#kit/web/read.ts'
import { RadioList } from '#ui/choices.tsx'
import type { CloseProps } from '#ui/dialogs.ts'
import { FailedRow } from '#ui/FailedRow.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { Skeleton, SkeletonBlock } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toasts.ts'
import { reportsContract } from '../contract.ts'
import { maxMessageLength, type ReportableType, reportTypes } from '../rules.ts'
import { t } from './texts.ts'

/** The reported thing. */
export interface ReportableThing {
  type: ReportableType
  id: string
  name: string
  /** Id of the thing's channel. */
  playlistId?: string
  /** The TV channel of a programme. */
  tvChannelId?: string
}

/** Asks for the reason and sends the report. */
export function ReportDialog({ thing: subject, close }: CloseProps & { thing: ReportableThing }) {
  const reasons = useRead(reportsContract.listReportTypes, {})
  const change = useChange(reportsContract.report)
  const [chosen, setChosen] = useState<string>()
  const [words, setWords] = useState('')
  const type = reasons.data?.find(({ id }) => String(id) === chosen)
  const isOther = type?.key === 'other'
  const { message, fields } = formErrors(change.error, ['message'])

  const send = (form: FormData) => {
    if (!type) return
    const message = formText(form, 'message')
    change.mutate(
      {
        body: {
          url: location.href,
          report_type_id: type.id,
          reportable_type: subject.type,
          reportable_id: subject.id,
          ...(subject.playlistId !== undefined && { playlist_id: subject.playlistId }),
          ...(subject.tvChannelId !== undefined && { channel_id: subject.tvChannelId }),
          ...(message && { message: message }),
        },
      },
      {
        onSuccess: () => {
          close()
          toast(t('dialog.done'))
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('dialog.title', { name: subject.name })}
      submit={t('dialog.submit')}
      onSubmit={send}
      busy={change.isPending}
      disabled={!type}
      error={message}
    >
      {reasons.data ? (
        <RadioList
          label={t('dialog.reasons')}
          options={reasons.data.map(({ id, name }) => ({ value: String(id), name }))}
          value={chosen}
          onChange={setChosen}
        />
      ) : reasons.error ? (
        <FailedRow message={t('dialog.failed')} onAgain={() => void reasons.refetch()} />
      ) : (
        <Skeleton label={t('dialog.loading')}>
          {reportTypes.map(({ id }) => (
            <SkeletonBlock key={id} height={44} />
          ))}
        </Skeleton>
      )}
      <Field
        label={t(isOther ? 'dialog.message' : 'dialog.details')}
        help={type && !isOther ? t('dialog.details_help') : undefined}
        error={fields['message']}
        limit={maxMessageLength}
      >
        <TextArea name="message" value={words} disabled={!type} onChange={(event) => setWords(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  )
}
