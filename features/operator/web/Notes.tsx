import { useChange } from '#kit/web/change.ts'
import { joinWithDots } from '#kit/web/join-with-dots.ts'
import { formatDay } from '#kit/web/format-date.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { LoadedContent } from '#ui/LoadedContent.tsx'
import { ListSkeleton } from '#ui/ListSkeleton.tsx'
import { operatorContract } from '../contract.ts'
import { limits } from '../rules.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

/** Operators' notes about a user. */
export function Notes({ id }: { id: string }) {
  const read = useRead(operatorContract.listNotes, { params: { id } })
  return (
    <section className={css.card} aria-labelledby="notes">
      <h2 id="notes" className={css.title}>
        {t('user.notes')}
      </h2>
      <LoadedContent read={read} failed={t('user.notes_failed')} skeleton={<ListSkeleton label={t('user.notes_loading')} />}>
        {(notes) =>
          notes.length === 0 ? (
            <p>{t('user.no_notes')}</p>
          ) : (
            <ul className={css.rows}>
              {notes.map((note) => (
                <li key={note.id} className={css.words}>
                  <p className={css.text}>{note.text}</p>
                  <small className={css.quiet}>{joinWithDots([note.author_name, formatDay(note.created_at)])}</small>
                </li>
              ))}
            </ul>
          )
        }
      </LoadedContent>
      <NewNote id={id} />
    </section>
  )
}

function NewNote({ id }: { id: string }) {
  const add = useChange(operatorContract.addNote)
  const { message, fields } = formErrors(add.error, ['text'])
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        const typed = () => formText(new FormData(form), 'text')
        const text = typed()
        // Keeps a text that was changed while the note was sent.
        add.mutate({ params: { id }, body: { text } }, { onSuccess: () => typed() === text && form.reset() })
      }}
    >
      <Field label={t('user.note')} help={t('user.note_help')} error={fields['text']} limit={limits.note}>
        <TextArea name="text" rows={2} />
      </Field>
      {message && <Alert>{message}</Alert>}
      <Button size="s" type="submit" busy={add.isPending}>
        {t('user.add_note')}
      </Button>
    </form>
  )
}
