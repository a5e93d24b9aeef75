import { copySimple } from '#ui/icons.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { toast } from '#ui/toasts.ts'
import { t } from './texts.ts'

async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast(t('list.copied', { text }))
  } catch {
    toast(t('list.copy_failed'), { warning: true })
  }
}

/** Copies figures as text. */
export const CopyButton = ({ label, text }: { label: string; text: string }) => (
  <IconButton icon={copySimple} iconSize={20} label={label} onClick={() => void copyText(text)} />
)
