import { useEffect, useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { useRead } from '#kit/web/read.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextArea } from '#ui/inputs.tsx'
import { markUnsaved } from '#ui/unsaved.ts'
import { accountsContract } from '#features/accounts/contract.ts'
import { teamsContract } from '#features/teams/contract.ts'
import { commentsContract } from '../contract.ts'
import { limits } from '../rules.ts'
import type { CommentedItem } from './commented.ts'
import css from './Comments.module.css'
import { mentionAt, type TypedMention, withMention } from './mention.ts'
import { t } from './texts.ts'

/** Unsent texts by item, which reappear when the dialog opens again. */
const drafts = new Map<string, string>()
const maxSuggestions = 6

/** A field for a comment, which suggests members after an @. The text stays until the server has stored it. */
export function Composer({ item }: { item: CommentedItem }) {
  const [text, setText] = useState(() => drafts.get(item.id) ?? '')
  const [mention, setMention] = useState<TypedMention>()
  const add = useChange(commentsContract.addComment)
  const { message, fields } = formErrors(add.error, ['text'])
  const isFilled = text.trim() !== ''

  const saveDraft = (next: string) => {
    setText(next)
    drafts.set(item.id, next)
  }
  useEffect(() => (isFilled ? markUnsaved() : undefined), [isFilled])
  const send = () => {
    if (add.isPending || !isFilled) return
    const onSuccess = () => {
      // Keeps a text that the user has changed since it was sent.
      if (drafts.get(item.id) !== text) return
      saveDraft('')
      setMention(undefined)
    }
    add.mutate({ body: { item_type: item.type, item_id: item.id, text } }, { onSuccess })
  }
  return (
    <form
      className={css.composer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={t('write')} help={t('help')} limit={limits.text} error={fields['text']}>
        <TextArea
          name="text"
          dir="auto"
          value={text}
          onChange={({ currentTarget: area }) => {
            saveDraft(area.value)
            setMention(mentionAt(area.value, area.selectionStart))
          }}
        />
      </Field>
      {mention && (
        <MentionSuggestions
          teamId={item.teamId}
          words={mention.typed}
          onChoose={(nickname) => {
            saveDraft(withMention(text, mention, nickname))
            setMention(undefined)
          }}
        />
      )}
      {message && <Alert>{message}</Alert>}
      <div className={css.buttons}>
        <Button type="submit" kind="accent" busy={add.isPending} disabled={!isFilled}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}

/** Other members whose nickname begins with the typed words. */
function MentionSuggestions({ teamId, words, onChoose }: { teamId: string; words: string; onChoose: (nickname: string) => void }) {
  const { data } = useRead(teamsContract.getTeam, { params: { id: teamId } })
  const { data: me } = useRead(accountsContract.getProfile, {})
  const prefix = words.toLocaleLowerCase()
  const result = (data?.users ?? [])
    .flatMap(({ id, nickname }) => (id !== me?.id && nickname?.toLocaleLowerCase().startsWith(prefix) ? [nickname] : []))
    .slice(0, maxSuggestions)
  if (result.length === 0) return null
  return (
    <ul className={css.buttons} aria-label={t('suggestions')}>
      {result.map((nickname) => (
        <li key={nickname}>
          <Button size="s" kind="line" onClick={() => onChoose(nickname)}>
            @{nickname}
          </Button>
        </li>
      ))}
    </ul>
  )
}
