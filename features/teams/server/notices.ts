/** Emails, notifications and live events about teams. All are sent when the transaction commits. */
import type { Language } from '#kit/contract/texts.ts'
import type { Topic } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db/db.ts'
import { insertLiveEvents } from '#kit/server/live/live-events.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'
import { preventLinks } from '#kit/server/mail/prevent-links.ts'
import { mailboxKey } from '#features/accounts/rules.ts'
import { notify } from '#features/notifications/server/notify.ts'
import { limits } from '../rules.ts'
import type { UpsertedInvitation } from './queries/invitations.ts'
import { texts } from './texts.ts'

export interface NoticeTools {
  mailer: Pick<Mailer, 'send'>
}

export interface TeamName {
  id: string
  name: string
}
export interface Sender {
  id: string
  nickname: string | null
}

/** Encodes a name as a path segment. Browsers drop segments that consist of dots. */
const pathSegment = (name: string) => encodeURIComponent(/^\.+$/.test(name) ? '-' : name)

/** Paths of the web app's pages, without the language. */
const teamPaths = {
  team: ({ id }: TeamName) => `/teams?teamId=${id}`,
  request: ({ id, name }: TeamName, code?: string) => `/request/${id}/${pathSegment(name)}${code === undefined ? '' : `?code=${code}`}`,
  derank: ({ id, name }: TeamName, userId: string, admin: string) =>
    `/admin-derank/${userId}/${id}/${pathSegment(name)}/${pathSegment(admin)}`,
}

const nameOf = ({ nickname }: Sender) => nickname ?? '-'

interface TeamMail {
  to: string
  language: Language
  text: 'invitation' | 'asked'
  person: string
  team: string
  path: string
}
function sendTeamMail(tx: Db, { mailer }: NoticeTools, { to, language, text, person, team, path }: TeamMail): Promise<void> {
  const t = texts[language]
  const values = { person: preventLinks(person), team: preventLinks(team), days: limits.invitationDays }
  return mailer.send(
    {
      to,
      language,
      subject: t(`mails.${text}.subject`, values),
      heading: t(`mails.${text}.heading`, values),
      paragraphs: [t(`mails.${text}.text`, values)],
      action: { label: t(`mails.${text}.action`), url: `/${language}${path}` },
      footer: t(`mails.${text}.footer`, values),
    },
    { db: tx },
  )
}

interface SentInvitations {
  team: TeamName
  inviter: Sender
  invitations: readonly UpsertedInvitation[]
  /** Mailboxes that may get an email. */
  mailboxes: ReadonlySet<string>
}

/** Emails invitations, and notifies recipients who have an account. */
export async function sendInvitations(tx: Db, tools: NoticeTools, { team, inviter, invitations, mailboxes }: SentInvitations) {
  for (const { email, code, language, is_mail_due: isDue } of invitations) {
    if (!isDue || !mailboxes.has(mailboxKey(email))) continue
    await sendTeamMail(tx, tools, {
      to: email,
      language,
      text: 'invitation',
      person: nameOf(inviter),
      team: team.name,
      path: teamPaths.request(team, code),
    })
  }
  const recipientIds = invitations.flatMap(({ account_id: id, is_mail_due: isDue }) => (id !== null && isDue ? [id] : []))
  await notify(tx, {
    kind: 'team_invitation',
    to: recipientIds,
    details: { team: team.name },
    path: teamPaths.request(team),
    bundle: `team:${team.id}`,
  })
  await announceTeamChange(tx, recipientIds, ['teams', 'profile'])
}

interface RoleQuestion {
  team: TeamName
  requester: Sender
  to: { id: string; email: string; language: Language }
}

/** Asks an admin to give up the role, by email and notification. */
export async function sendRoleQuestion(tx: Db, tools: NoticeTools, { team, requester, to }: RoleQuestion) {
  const path = teamPaths.derank(team, to.id, nameOf(requester))
  await sendTeamMail(tx, tools, { to: to.email, language: to.language, text: 'asked', person: nameOf(requester), team: team.name, path })
  await notify(tx, { kind: 'team_role', to: to.id, details: { event: 'asked', team: team.name }, path, bundle: `asked:${team.id}` })
}

export const notifyPromotedMember = (tx: Db, team: TeamName, userId: string) =>
  notify(tx, {
    kind: 'team_role',
    to: userId,
    details: { event: 'promoted', team: team.name },
    path: teamPaths.team(team),
    bundle: `promoted:${team.id}`,
  })

/** Notifies a member that they may now edit, or only suggest. */
export const notifyRoleChange = (tx: Db, team: TeamName, userId: string, event: 'suggests' | 'edits') =>
  notify(tx, { kind: 'team_role', to: userId, details: { event, team: team.name }, path: teamPaths.team(team), bundle: `role:${team.id}` })

export const notifyRemovedMember = (tx: Db, team: TeamName, userId: string) =>
  notify(tx, { kind: 'team_removed', to: userId, details: { team: team.name }, path: '/teams', bundle: `removed:${team.id}` })

/** Makes the open pages of users, including former members, read data again. */
export const announceTeamChange = (tx: Db, to: readonly string[], topics: readonly Topic[]) =>
  insertLiveEvents(
    tx,
    to.map((id) => ({ to: id, name: 'changed', data: { topics, by: null } })),
  )
