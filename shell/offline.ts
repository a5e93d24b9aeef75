import { toast } from '#ui/toasts.ts'
import { t } from './texts.ts'

/** While there is no network, a toast says that the screens show what was read earlier. To be called once. */
export function followConnection(): void {
  let dismiss = () => {}
  const tell = ({ type }: Event) => {
    dismiss()
    if (type === 'offline') dismiss = toast(t('offline.earlier'), { warning: true, lasting: true })
  }
  addEventListener('offline', tell)
  addEventListener('online', tell)
}
