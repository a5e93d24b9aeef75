import { formatList } from '#kit/web/format.ts'
import { useEffect } from 'react'
import { idHue, initialsOf } from '#ui/naming.ts'
import { shownOfType, type SubjectOf } from '#shell/subjects.ts'
import { useTablet } from '#shell/useDesktop.ts'
import css from './PresentMembers.module.css'
import { type PresenceEntry, presentMembers } from './present-members.ts'
import { reportPresence } from './report-presence.ts'
import { t } from './texts.ts'

/** Outlines are drawn again at this interval, because rerendered cards lose them. */
const redrawMs = 400
/** Maximum number of faces beside a count (`faces`), and without a count (`all`). */
const maxFaces = { wide: { faces: 4, all: 4 }, phone: { faces: 1, all: 2 } }

const nameOf = ({ nickname }: PresenceEntry) => nickname ?? t('unnamed')

/** Outlines the items that other members drag, with the members' names. @returns a function that removes the outlines */
function outlineDraggedItems(people: readonly PresenceEntry[]): () => void {
  const drawn: HTMLElement[] = []
  const draw = () => {
    for (const { element, value } of [...shownOfType('video'), ...shownOfType('serie')]) {
      const dragger = people.find(({ dragging }) => dragging === value.id)
      if (!dragger || element.dataset['draggedBy'] === nameOf(dragger)) continue
      element.dataset['draggedBy'] = nameOf(dragger)
      element.style.setProperty('--by', String(idHue(dragger.user_id)))
      element.classList.add(css.dragged ?? '')
      drawn.push(element)
    }
  }
  draw()
  const timer = setInterval(draw, redrawMs)
  return () => {
    clearInterval(timer)
    for (const element of drawn) {
      delete element.dataset['draggedBy']
      element.style.removeProperty('--by')
      element.classList.remove(css.dragged ?? '')
    }
  }
}

/** The other members who have the team's channel open. */
export function PresentMembers({ subject: { id, channel } }: { subject: SubjectOf<'playlist'> }) {
  const isShared = channel.may_edit && channel.team_id !== null
  useEffect(() => (isShared ? reportPresence(id) : undefined), [id, isShared])
  const people = presentMembers.use().filter(({ playlist_id: playlistId }) => playlistId === id)
  const dragging = people.filter((person) => person.dragging !== null)
  const drawn = dragging.map((item) => `${item.user_id} ${item.dragging}`).join()
  useEffect(
    () =>
      drawn ? outlineDraggedItems(presentMembers.get().filter((item) => item.playlist_id === id && item.dragging !== null)) : undefined,
    [drawn, id],
  )
  const { faces, all } = maxFaces[useTablet() ? 'wide' : 'phone']
  if (!isShared || people.length === 0) return null
  const visibleFaces = people.slice(0, people.length > all ? faces : all)
  const label = t('present', { count: people.length, name: formatList(people.map(nameOf)) })
  return (
    <>
      <ul className={css.faces} aria-label={label} title={label} data-faces="">
        {visibleFaces.map((visibleFace) => (
          <li key={visibleFace.user_id} className={css.face} style={{ '--by': idHue(visibleFace.user_id) }}>
            <span aria-hidden="true">{initialsOf(nameOf(visibleFace))}</span>
            <span className={css.unseen}>{nameOf(visibleFace)}</span>
          </li>
        ))}
        {people.length > visibleFaces.length && <li className={css.more}>+{people.length - visibleFaces.length}</li>}
      </ul>
      <output className={css.unseen}>{dragging.map((item) => t('dragging', { name: nameOf(item) })).join(' ')}</output>
    </>
  )
}
