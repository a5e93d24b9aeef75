import { useState } from 'react'
import { ApiError } from '#kit/contract/client.ts'
import { useChange } from '#kit/web/change.ts'
import { formatAgo } from '#kit/web/format-date.ts'
import { formErrors, unshownErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { toast } from '#ui/toasts.ts'
import { type Comment, commentsContract } from '../contract.ts'
import { limits } from '../rules.ts'
import css from './Comments.module.css'
import { CommentText, type NicknameHolder } from './CommentText.tsx'
import { t } from './texts.ts'

function nameOf({ author, is_own: isOwn }: Comment): string {
  if (!author) return t('former')
  const name = author.nickname ?? t('unnamed')
  return isOwn ? t('you', { name }) : name
}

const showRefusal = (error: unknown) => {
  if (error instanceof ApiError) toast(unshownErrors(error, []).join(' '), { warning: true })
}

/** A comment, with the reader's actions on it. @param people the members of the team */
export function CommentItem({ comment, people }: { comment: Comment; people: readonly NicknameHolder[] }) {
  const { id, text, is_own: isOwn, may_delete: mayDelete, created_at: time, edited_at: editedAt, resolved_at: resolvedAt } = comment
  const [isEditing, setIsEditing] = useState(false)
  const update = useChange(commentsContract.updateComment)
  const remove = useChange(commentsContract.deleteComment)
  const isResolved = resolvedAt !== null

  const confirmAndDelete = async () => {
    if (!(await confirm({ title: t('delete_title'), text: t('delete_text'), action: t('delete') }))) return
    remove.mutate({ params: { id } }, { onSuccess: () => toast(t('deleted')), onError: showRefusal })
  }
  return (
    <li className={css.comment} data-comment={id}>
      <p className={css.by}>
        <bdi className={css.name}>{nameOf(comment)}</bdi> <span>{formatAgo(time)}</span>
        {editedAt !== null && <span> · {t('edited')}</span>}
        {isResolved && <span className={css.resolved}>{t('resolved')}</span>}
      </p>
      {isEditing ? (
        <CommentEditor comment={comment} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <CommentText text={text} people={people} />
          <div className={css.buttons}>
            <Button
              kind="line"
              size="s"
              busy={update.isPending}
              onClick={() => update.mutate({ params: { id }, body: { is_resolved: !isResolved } }, { onError: showRefusal })}
            >
              {t(isResolved ? 'reopen' : 'resolve')}
            </Button>
            {isOwn && (
              <Button kind="line" size="s" onClick={() => setIsEditing(true)}>
                {t('edit')}
              </Button>
            )}
            {mayDelete && (
              <Button kind="line" size="s" busy={remove.isPending} onClick={() => void confirmAndDelete()}>
                {t('delete')}
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  )
}

function CommentEditor({ comment: { id, text: savedText }, onDone }: { comment: Comment; onDone: () => void }) {
  const [text, setText] = useState(savedText)
  const update = useChange(commentsContract.updateComment)
  const { message, fields } = formErrors(update.error, ['text'])
  return (
    <form
      className={css.composer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!update.isPending && text.trim() !== '') update.mutate({ params: { id }, body: { text } }, { onSuccess: onDone })
      }}
    >
      <Field label={t('edit')} hideLabel limit={limits.text} error={fields['text']}>
        <TextArea dir="auto" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      </Field>
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button kind="line" size="s" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" kind="accent" size="s" busy={update.isPending} disabled={text.trim() === ''}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
