import type { Action, ActionTools } from '#shell/actions.ts'
import type { VideoPlace } from '../subjects.ts'

interface EditorAction extends Pick<Action<'video'>, 'id' | 'section' | 'label' | 'icon'> {
  keys?: string
  visible?: (place: VideoPlace) => boolean
  run: (place: VideoPlace, tools: ActionTools) => ReturnType<Action<'video'>['run']>
  many?: {
    label: () => string
    run: (places: readonly VideoPlace[], tools: ActionTools) => ReturnType<Action<'video'>['run']>
  }
}

/** Defines an action on a video for users who may edit its channel. */
export const editorAction = ({ visible, run, many, ...action }: EditorAction): Action<'video'> => ({
  ...action,
  visible: (item) => item.place?.channel.may_edit === true && visible?.(item.place) !== false,
  run: ({ place }, tools) => place && run(place, tools),
  ...(many && {
    many: {
      label: many.label,
      run: (subjects, tools) =>
        many.run(
          subjects.flatMap(({ place }) => place ?? []),
          tools,
        ),
    },
  }),
})
