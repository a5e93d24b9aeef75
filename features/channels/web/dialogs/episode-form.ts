import { formText } from '#kit/web/form.ts'
import type { Video } from '../../contract.ts'
import { completeLink } from '../links.ts'
import { parseSeconds } from './time.ts'

/** Returns the values of a video's form, or the name of a time that is invalid. */
export function readEpisode(form: FormData, { src }: Video) {
  const text = (name: string) => formText(form, name)
  const [start_at, end_at] = [parseSeconds(text('start_at')), parseSeconds(text('end_at'))]
  if (start_at === undefined) return { wrongTime: 'start_at' as const }
  if (end_at === undefined) return { wrongTime: 'end_at' as const }
  const goTo = text('go_to')
  const series_id = text('series_id')
  return {
    values: {
      title: text('title'),
      description: text('description'),
      adult: form.get('adult') === 'on',
      go_to: goTo === '' ? '' : completeLink(goTo),
      go_to_title: text('go_to_title'),
      more_title: text('more_title'),
      more_info_title: text('more_info_title'),
      more_description: text('more_description'),
      ...(src !== null && { src: text('src') === src ? src : completeLink(text('src')) }),
      // An empty text clears a time. Null would be missing in a form, as which the body is sent with a picture.
      start_at: start_at ?? '',
      end_at: end_at ?? '',
      ...(series_id !== '' && { series_id }),
    },
  }
}
