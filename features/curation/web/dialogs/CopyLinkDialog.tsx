import { Dialog } from '#ui/Dialog.tsx'
import type { Closing } from '#ui/dialogs.ts'
import { Field } from '#ui/Field.tsx'
import { linkSimple } from '#ui/icons.ts'
import { TextInput } from '#ui/inputs.tsx'
import { t } from '../texts.ts'

/** An address to copy by hand: without https a browser lets no page do it. */
export function CopyLinkDialog({ href }: Closing & { href: string }) {
  return (
    <Dialog title={t('share.title')} width="s">
      <Field label={t('share.link')} help={t('share.by_hand')}>
        <TextInput icon={linkSimple} value={href} readOnly onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Dialog>
  )
}
