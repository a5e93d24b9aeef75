import { useState } from 'react'
import type { ApiError } from '#kit/contract/client.ts'
import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { formatAgo } from '#kit/web/format-date.ts'
import { formText } from '#kit/web/form.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors, isStaleVersionError } from '#kit/web/problems.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { openDialog } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { arrowClockwise, check, eye, trash } from '#ui/icons.ts'
import { TextArea } from '#ui/inputs.tsx'
import { Picture, PictureFrame } from '#ui/Picture.tsx'
import { toast } from '#ui/toasts.ts'
import { latePaths } from '#shell/late-paths.ts'
import { type Report, reportsContract } from '../contract.ts'
import { maxMessageLength } from '../rules.ts'
import { removalLink } from './removals.ts'
import css from './ReportsScreen.module.css'
import { t } from './texts.ts'

/** Maximum count of reports of the same thing. */
const maxCountedReports = 100

/** Returns the label of the decision to remove. */
function decisionQuestion(type: Report['reportable_type']): string {
  if (type === 'user') return t('operator.remove_person')
  if (type === 'channel') return t('operator.remove_tv_channel')
  return t(type === 'epg' ? 'operator.remove_programme' : 'operator.remove_text')
}

/** A report: its subject, the complaint, and the possible decisions. */
export function ReportCard({ report }: { report: Report }) {
  const {
    reportable_type: type,
    reportable_id: id,
    playlist_id: playlistId,
    channel_id: tvChannelId,
    title,
    image,
    state,
    reporter,
    reports,
  } = report
  const reasons = useRead(reportsContract.listReportTypes, {})
  const reason = reasons.data?.find((item) => item.id === report.report_type_id)?.name
  const reporterText = reporter === null ? t('operator.by_gone') : t('operator.by', { person: reporter.nickname ?? t('operator.nameless') })
  // Removed users, TV channels and programmes can't be opened, even by operators.
  const isAccessible = !report.is_gone && (state !== 'removed' || playlistId !== null)
  const href = isAccessible && !report.is_private ? removalLink({ type, id, playlistId, tvChannelId }, false) : undefined
  return (
    <li className={css.card}>
      <div className={css.head}>
        <span className={css.picture}>
          <PictureFrame>
            <Picture id={id} name={title} source={image} shape="card" sizes="120px" />
          </PictureFrame>
        </span>
        <div className={css.words}>
          <h2 className={css.title}>{href === undefined ? title : <a href={href}>{title}</a>}</h2>
          <p className={css.quiet}>
            {joinWithDots([t(`type_of.${type}`), t(`operator.view.${state}`), ...(report.is_gone ? [t('operator.gone')] : [])])}
          </p>
          <p className={css.reason}>{reason}</p>
          <p className={css.quiet}>
            {joinWithDots([
              reporterText,
              formatAgo(report.reported_at),
              reports > 1 && t(reports < maxCountedReports ? 'operator.same' : 'operator.same_more', { count: reports }),
            ])}
          </p>
          <p className={css.quiet}>
            <a href={report.url} target="_blank" rel="noreferrer nofollow">
              {t('operator.page')}
            </a>
            {type === 'user' && !report.is_gone && (
              <>
                {' · '}
                <a href={latePaths.operatorUser(id)}>{t('operator.warn')}</a>
              </>
            )}
          </p>
        </div>
      </div>
      <TextBeforeChange report={report} />
      {report.is_private && <PrivateChannel report={report} />}
      {report.message !== null && <QuotedText label={t('operator.message')}>{report.message}</QuotedText>}
      {report.answer !== null && <QuotedText label={t('operator.answer')}>{report.answer}</QuotedText>}
      <Decision report={report} />
    </li>
  )
}

/** Name and description of the thing at the time of the report, if it has changed or was deleted. */
function TextBeforeChange({ report: { is_gone: isGone, title, reported_name: name, reported_text: text } }: { report: Report }) {
  if (!isGone && (name === title || name === '')) return null
  const lines = [name !== title && name, text].filter(Boolean)
  return lines.length > 0 && <QuotedText label={t('operator.was')}>{lines.join('\n')}</QuotedText>
}

/** Asks for the reason before a private channel opens. The channel's owner can read the reason. */
const PrivateChannel = ({ report: { id, title } }: { report: Report }) => (
  <div className={css.buttons}>
    <p className={css.quiet}>{t('operator.private')}</p>
    <Button
      size="s"
      icon={eye}
      aria-label={`${t('operator.open')}: ${title}`}
      onClick={() => void openDialog(() => import('./OpenReportedDialog.tsx').then((module) => module.OpenReportedDialog), { id })}
    >
      {t('operator.open')}
    </Button>
  </div>
)

const QuotedText = ({ label, children }: { label: string; children: string }) => (
  <dl className={css.said}>
    <dt className={css.quiet}>{label}</dt>
    <dd>{children}</dd>
  </dl>
)

/** The note and the actions. The note's input stays until it is saved. */
function Decision({ report: { id, title, note, state, reportable_type: type, is_gone: isGone } }: { report: Report }) {
  const decision = useChange(reportsContract.updateReport)
  const noteChange = useChange(reportsContract.updateReport)
  /** The typed note, and the stored note that it replaces. Undefined: nothing typed, so the note follows others' changes. */
  const [draft, setDraft] = useState<{ text: string; over: string }>()
  const typed = draft?.text ?? note
  const error = decision.error ?? noteChange.error
  const { message, fields } = formErrors(isStaleVersionError(error) ? null : error, ['note'])
  const params = { id }
  // Leaves out an unchanged note, so that it doesn't overwrite another's.
  const noteTyped = draft && typed !== note && { note: typed }

  /** Sends a change. If others have changed the report since, asks before replacing that. @returns whether it was made */
  async function send(change: typeof decision, body: { state?: Report['state']; note?: string }) {
    const make = (seen?: Pick<Report, 'state' | 'note'>) =>
      change.mutateAsync({ params, body: { ...body, ...(seen && { seen }) } }).then(
        () => 'made' as const,
        (refusal: ApiError) => (isStaleVersionError(refusal) ? 'stale' : 'refused'),
      )
    let result = await make({ state, note: draft?.over ?? note })
    const question = { title: t('operator.stale'), text: t('operator.stale_text', { name: title }), action: t('operator.replace') }
    if (result === 'stale' && (await confirm(question))) result = await make()
    // Keeps the text typed during the call.
    if (result === 'made') setDraft((now) => (now && now.text !== typed ? { text: now.text, over: typed } : undefined))
    return result === 'made'
  }
  const decide = async (next: Report['state']) => {
    if (next === 'removed') {
      const question = {
        title: t('operator.remove_question', { name: title }),
        text: decisionQuestion(type),
      }
      if (!(await confirm({ ...question, action: t('operator.remove') }))) return
    }
    if (await send(decision, { state: next, ...noteTyped })) toast(t(`operator.done.${next}`, { name: title }))
  }
  const busy = (next: Report['state']) => decision.isPending && decision.variables.body?.state === next
  return (
    <>
      <form
        className={css.note}
        onSubmit={(event) => {
          event.preventDefault()
          void send(noteChange, { note: formText(new FormData(event.currentTarget), 'note') })
        }}
      >
        <Field label={t('operator.note')} help={t('operator.note_help')} error={fields['note']} limit={maxMessageLength}>
          <TextArea
            name="note"
            rows={2}
            value={typed}
            onChange={({ currentTarget: { value } }) => setDraft({ text: value, over: draft?.over ?? note })}
          />
        </Field>
        {typed !== note && (
          <Button size="s" type="submit" busy={noteChange.isPending}>
            {t('operator.keep_note')}
          </Button>
        )}
      </form>
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        {state === 'open' && (
          <Button size="s" icon={check} busy={busy('dismissed')} onClick={() => void decide('dismissed')}>
            {t('operator.dismiss')}
          </Button>
        )}
        {state !== 'removed' && !isGone && (
          <Button size="s" kind="danger" icon={trash} busy={busy('removed')} onClick={() => void decide('removed')}>
            {t('operator.remove')}
          </Button>
        )}
        {state === 'removed' && !isGone && (
          <Button size="s" icon={arrowClockwise} busy={busy('dismissed')} onClick={() => void decide('dismissed')}>
            {t('operator.put_back')}
          </Button>
        )}
        {state !== 'open' && (
          <Button size="s" kind="text" busy={busy('open')} onClick={() => void decide('open')}>
            {t('operator.reopen')}
          </Button>
        )}
      </div>
    </>
  )
}
