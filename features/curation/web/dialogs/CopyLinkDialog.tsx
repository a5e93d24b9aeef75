import { Dialog } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { linkSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { status } from '../../rules.ts'
import { t } from '../texts.ts'

/** An address to copy by hand: without https a browser lets no page do it. */
export function CopyLinkDialog({ href, status_id }: Closing & { href: string; status_id: number }) {
  return (
    <Dialog title={t('share.title')} width="s">
      <Field label={t('share.link')} help={t(status_id === status.private ? 'share.by_hand_private' : 'share.by_hand')}>
        <TextInput icon={linkSimple} value={href} readOnly onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Dialog>
  )
}
