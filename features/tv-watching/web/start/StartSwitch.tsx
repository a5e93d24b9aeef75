import { playerPreferences, usePlayerPreferences } from '#features/player/web/preferences.ts'
import { televisionSimple } from '#ui/icons.ts'
import { Switch } from '#ui/toggles.tsx'
import { t } from '../texts.ts'

/** The setting that plays the last TV channel, muted, when Choice opens. */
export function StartSwitch() {
  const { startsOn } = usePlayerPreferences()
  return (
    <Switch
      icon={televisionSimple}
      label={t('start.setting')}
      detail={t('start.setting_text')}
      checked={startsOn}
      onChange={({ currentTarget }) => playerPreferences.set({ startsOn: currentTarget.checked })}
    />
  )
}
