import { shieldCheck } from '#ui/icons.ts'
import { RowLink } from '#ui/Rows.tsx'
import { paths } from '#shell/paths.ts'
import { t } from './texts.ts'

/** A row in the account settings. */
export const DataRightsRow = () => (
  <RowLink icon={shieldCheck} name={t('data.title')} detail={t('data.detail')} href={paths.settings({ view: 'data' })} />
)
