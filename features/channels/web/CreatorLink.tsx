import { useStop } from '#ui/arrow-navigation.ts'
import { paths } from '#shell/paths.ts'
import type { PlaylistTile } from '../contract.ts'
import css from './CreatorLink.module.css'
import { t } from './texts.ts'

interface MakerProps {
  channel: Pick<PlaylistTile, 'user_id' | 'nickname' | 'maker_is_public'>
  /** Text instead of a link, for lines that are links themselves. */
  plain?: boolean
}

/** The creator of a channel; links to their profile if it is public. */
export function CreatorLink({ channel: { user_id: user, nickname, maker_is_public: isPublic }, plain = false }: MakerProps) {
  const { tabIndex } = useStop()
  if (!nickname) return null
  return (
    <span>
      {t.rich('channel.by', {
        nickname:
          isPublic && !plain ? (
            <a key="maker" className={css.maker} href={paths.settings({ user })} tabIndex={tabIndex}>
              {nickname}
            </a>
          ) : (
            <b key="maker" className={css.name}>
              {nickname}
            </b>
          ),
      })}
    </span>
  )
}
