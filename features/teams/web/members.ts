import type { TeamMember } from '../contract.ts'
import { t } from './texts.ts'

/** Returns the name of a member: the username, or else the email address. */
export const memberName = ({ nickname, email }: Pick<TeamMember, 'nickname' | 'email'>): string => nickname ?? email

/** Returns the username as a label in the list, or a text in its place. */
export const memberNickname = ({ nickname }: Pick<TeamMember, 'nickname'>): string => nickname ?? t('team.nickname')
