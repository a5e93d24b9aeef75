import { storage } from '#kit/web/storage.ts'
import { RadioList } from '#ui/choices.tsx'
import { FieldSet } from '#ui/Field.tsx'
import { globeSimple, linkSimple, lockSimple } from '#ui/icons.ts'
import { status, statuses, type StatusId } from '../../rules.ts'
import { statusLabel, t } from '../texts.ts'

const icons: Record<StatusId, string> = { [status.private]: lockSimple, [status.privateLink]: linkSimple, [status.public]: globeSimple }

interface StatusFieldProps {
  /** Default: "Who can watch". */
  legend?: string
  help?: string
  /** Whether a team owns the channel. Default: whether the user acts for a team. */
  isTeam?: boolean
  value: StatusId
  onChange: (value: StatusId) => void
  error?: string | undefined
}

/** Chooses the status of a channel. */
export const StatusField = ({
  legend = t('fields.status'),
  help,
  isTeam = storage.get('account_mode') === 'TEAM',
  value,
  onChange,
  error,
}: StatusFieldProps) => (
  <FieldSet legend={legend} help={help} error={error}>
    <RadioList
      label={legend}
      options={statuses.map(({ id }) => ({ value: String(id), name: statusLabel(id, isTeam), icon: icons[id] }))}
      value={String(value)}
      onChange={(value) => onChange(Number(value) as StatusId)}
    />
  </FieldSet>
)
