import { useState } from 'react'
import { useChange } from '#kit/web/change.ts'
import { formText } from '#kit/web/form.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { sealCheckFill } from '#ui/icons.ts'
import { TextArea } from '#ui/inputs.tsx'
import { StateMessage } from '#ui/StateMessage.tsx'
import { paths } from '#shell/paths.ts'
import { Screen } from '#shell/Screen.tsx'
import { operatorContract } from '../contract.ts'
import { limits } from '../rules.ts'
import css from './operator.module.css'
import { t } from './texts.ts'

/** An appeal against a warning or suspension. The secret of the emailed link is after the `#`, which browsers don't send to servers. */
export function AppealScreen() {
  const [secret] = useState(() => location.hash.slice(1))
  const appeal = useChange(operatorContract.appeal)
  const { message, fields } = formErrors(appeal.error, ['text'])
  return (
    <Screen title={t('appeal.title')} back={paths.home()}>
      <div className={css.page}>
        {appeal.isSuccess ? (
          <StateMessage title={t('appeal.done')} text={t('appeal.done_text')} picture={<Icon icon={sealCheckFill} size={88} />} />
        ) : (
          <form
            className={css.form}
            onSubmit={(event) => {
              event.preventDefault()
              appeal.mutate({ body: { secret, text: formText(new FormData(event.currentTarget), 'text') } })
            }}
          >
            <p>{t('appeal.text')}</p>
            <Field label={t('appeal.field')} error={fields['text']} limit={limits.note}>
              <TextArea name="text" rows={6} />
            </Field>
            {message && <Alert>{message}</Alert>}
            <Button type="submit" kind="accent" busy={appeal.isPending}>
              {t('appeal.send')}
            </Button>
          </form>
        )}
      </div>
    </Screen>
  )
}
