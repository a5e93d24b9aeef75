import { SegmentedControl } from '#ui/choices.tsx'
import { useGo } from '#shell/navigation.ts'
import { paths } from '#shell/paths.ts'
import css from './ViewSwitch.module.css'
import { t } from './texts.ts'

type View = 'channels' | 'guide'

/** Switches between the list of TV channels and the guide. @param hasOwnLine whether the switch has a line of its own */
export function ViewSwitch({ view, hasOwnLine = false }: { view: View; hasOwnLine?: boolean }) {
  const go = useGo()
  return (
    <div className={hasOwnLine ? css.wide : css.switch}>
      <SegmentedControl<View>
        label={t('list.view')}
        options={[
          { value: 'channels', name: t('list.channels') },
          { value: 'guide', name: t('list.guide') },
        ]}
        value={view}
        onChange={(next) => go(next === 'guide' ? paths.channels({ view: 'guide' }) : paths.channels(), { replace: true })}
      />
    </div>
  )
}
