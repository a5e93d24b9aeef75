import { playerPreferences, usePlayerPreferences } from '#features/player/web/preferences.ts'
import { Switch } from '#ui/toggles.tsx'
import { t } from '../texts.ts'

/** The setting of `AlreadyOn`. */
export function StartSwitch() {
  const { startsOn } = usePlayerPreferences()
  return (
    <Switch
      label={t('start.setting')}
      detail={t('start.setting_text')}
      checked={startsOn}
      onChange={({ currentTarget }) => playerPreferences.set({ startsOn: currentTarget.checked })}
    />
  )
}
