import type { TeamMember } from '../contract.ts'
import { t } from './texts.ts'

/** The name of a member: the username, else the email. */
export const nameOf = ({ nickname, email }: Pick<TeamMember, 'nickname' | 'email'>): string => nickname ?? email

/** The username as a label of the list. */
export const nicknameOf = ({ nickname }: Pick<TeamMember, 'nickname'>): string => nickname ?? t('team.nickname')
