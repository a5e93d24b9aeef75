import type { Action } from '#shell/actions.ts'
import type { SubjectOf } from '#shell/subjects.ts'
import { hasNeighbour, movePast } from '../place/place.ts'
import type { Movable, MovableType } from '../place/target.ts'

/** An action that moves a thing past its neighbour, by the menu and by Shift with an arrow key. */
export const movePastAction = <T extends MovableType>(
  by: 1 | -1,
  action: Pick<Action<T>, 'id' | 'label' | 'icon'> & { keys: string },
  mayMove: (subject: SubjectOf<T>) => boolean = () => true,
): Action<T> => ({
  ...action,
  section: 'move',
  visible: (subject) => mayMove(subject) && hasNeighbour(subject as unknown as Movable, by),
  run: (subject, tools) => movePast(subject as unknown as Movable, by, tools),
})
