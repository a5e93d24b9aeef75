import { RevealInOrder } from '#ui/RevealInOrder.tsx'
import { PersonalScreen } from '#shell/PersonalScreen.tsx'
import css from './DataRightsScreen.module.css'
import { DeletionPart } from './DeletionPart.tsx'
import { ExportPart } from './ExportPart.tsx'
import { ImportPart } from './ImportPart.tsx'
import { t } from './texts.ts'

/** The page for export, import and account deletion. Emails link to it. */
export const DataRightsScreen = ({ feed }: { feed?: string | undefined }) => (
  <PersonalScreen title={t('data.title')} login={t('data.login')} measure="wide">
    <RevealInOrder className={css.page}>
      <ExportPart />
      <ImportPart key={feed} feed={feed} />
      <DeletionPart />
    </RevealInOrder>
  </PersonalScreen>
)
