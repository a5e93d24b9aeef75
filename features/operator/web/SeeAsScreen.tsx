import { seeAsViewers, type SeeAsViewer } from '#kit/contract/see-as-viewers.ts'
import { useChange } from '#kit/web/change.ts'
import { formErrors } from '#kit/web/problems.ts'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { eye } from '#ui/icons.ts'
import { latePaths } from '#shell/late-paths.ts'
import { OperatorPage } from '#features/accounts/web/OperatorPage.tsx'
import { operatorContract } from '../contract.ts'
import css from './operator.module.css'
import { showSiteAs } from './see-as.ts'
import { t } from './texts.ts'

/** Kinds of viewers that the operator can see the site as. */
export const SeeAsScreen = () => (
  <OperatorPage section={latePaths.operatorSeeAs()} title={t('see_as.title')}>
    <ViewerChoices />
  </OperatorPage>
)

function ViewerChoices() {
  const start = useChange(operatorContract.startSeeingAs)
  const { message } = formErrors(start.error, [])
  const viewerKind = start.variables?.body.viewer
  const seeAs = (viewer: SeeAsViewer) => start.mutate({ body: { viewer } }, { onSuccess: () => showSiteAs(viewer) })
  return (
    <>
      <p className={css.quiet}>{t('see_as.text')}</p>
      {message && <Alert>{message}</Alert>}
      {seeAsViewers.map((viewer) => (
        <section key={viewer} className={css.card} aria-labelledby={viewer}>
          <h2 id={viewer} className={css.title}>
            {t(`see_as.${viewer}.name`)}
          </h2>
          <p className={css.quiet}>{t(`see_as.${viewer}.text`)}</p>
          <div className={css.buttons}>
            <Button icon={eye} busy={start.isPending && viewerKind === viewer} onClick={() => seeAs(viewer)}>
              {t(`see_as.${viewer}.start`)}
            </Button>
          </div>
        </section>
      ))}
    </>
  )
}
