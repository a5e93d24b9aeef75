import { toast } from '#ui/toasts.ts'
import { t } from './texts.ts'

/** Shows a toast while offline, because screens show cached data. Call once. */
export function followConnection(): void {
  let dismiss = () => {}
  const tell = ({ type }: Event) => {
    dismiss()
    if (type === 'offline') dismiss = toast(t('offline.earlier'), { warning: true, lasting: true })
  }
  addEventListener('offline', tell)
  addEventListener('online', tell)
}
