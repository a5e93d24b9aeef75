import { findMentions, normalizeMentionText } from '../rules.ts'
import css from './Comments.module.css'

export interface NicknameHolder {
  nickname: string | null
}

/** The plain text of a comment, with names of mentioned people highlighted. */
export function CommentText({ text, people }: { text: string; people: readonly NicknameHolder[] }) {
  const words = normalizeMentionText(text)
  const mentions = findMentions(words, people)
  return (
    <p className={css.text} dir="auto">
      {mentions.map(({ start, end }, index) => (
        <span key={start}>
          {words.slice(mentions[index - 1]?.end ?? 0, start)}
          <b className={css.mention}>{words.slice(start, end)}</b>
        </span>
      ))}
      {words.slice(mentions.at(-1)?.end ?? 0)}
    </p>
  )
}
