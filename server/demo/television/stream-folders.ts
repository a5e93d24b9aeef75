import { createHmac } from 'node:crypto'
import { createInstallationKey } from '#kit/server/installation-key.ts'
import { lockedTvKeys } from '../packages.ts'
import type { DemoChannel } from './channels.ts'

/** Returns the key of the installation that names the streams of locked channels. */
export const findStreamKey = createInstallationKey('demo-streams')

/**
 * Returns the folder of a channel's streams below `/media/demo/tv/`. Streams are served without a session. The streams of channels in paid
 * packages therefore have a folder name that can't be guessed.
 */
export const streamFolder = ({ key }: Pick<DemoChannel, 'key'>, streamKey: Buffer): string =>
  lockedTvKeys.has(key) ? `${key}-${createHmac('sha256', streamKey).update(key).digest('base64url').slice(0, 22)}` : key
