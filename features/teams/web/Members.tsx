import { formatAgo } from '#kit/web/format-date.ts'
import { Button } from '#ui/Button.tsx'
import { openDialog } from '#ui/dialogs.ts'
import { Disc, IconDisc } from '#ui/Disc.tsx'
import { envelopeSimple, plus } from '#ui/icons.ts'
import { SearchField } from '#ui/SearchField.tsx'
import type { Team, TeamMember } from '../contract.ts'
import { memberNickname } from './members.ts'
import { inviteMembers } from './open.ts'
import css from './Teams.module.css'
import { t } from './texts.ts'
import { useListFilter } from './useListFilter.ts'
import { useOpenInvitation } from './useOpenInvitation.ts'

/** The members of a team, and the invited people. @param userId of the reader */
export function Members({ team, userId }: { team: Team; userId: string | undefined }) {
  const { is_admin: isAdmin, users, pending_users: pending } = team
  const members = useListFilter(users, ({ nickname, email }) => `${nickname ?? ''} ${email}`)
  const invited = pending.filter(({ email }) => email.toLowerCase().includes(members.text.trim().toLowerCase()))
  return (
    <section className={css.section} aria-labelledby="members">
      <div className={css.bar}>
        <h2 id="members" className={css.title}>
          {t('team.members')} <span className={css.count}>{users.length}</span>
        </h2>
        {isAdmin && (
          <Button size="s" icon={plus} onClick={() => inviteMembers(team.id)}>
            {t('team.add_member')}
          </Button>
        )}
      </div>
      {members.isLong && <SearchField label={t('team.find_member')} value={members.text} onChange={members.setText} />}
      {members.found.length + invited.length === 0 && (
        <p className={css.quiet} aria-live="polite">
          {t('team.no_match', { text: members.text })}
        </p>
      )}
      <ul className={css.people}>
        {members.visibleItems.map((member) => (
          <MemberRow key={member.id} team={team} member={member} isYou={member.id === userId} />
        ))}
        {invited.map((person) => (
          <PendingMember key={person.id} team={team} person={person} />
        ))}
      </ul>
      {members.hidden > 0 && (
        <div>
          <Button size="s" onClick={members.showAll}>
            {t('team.all_members', { count: users.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

function roleName({ is_admin: isAdmin, role }: TeamMember): string {
  if (role === 'suggester') return t('suggester')
  return t(isAdmin ? 'admin' : 'member')
}

const openMember = (team: Team, member: TeamMember, isYou: boolean) =>
  void openDialog(() => import('./MemberDialog.tsx').then((module) => module.MemberDialog), { team, member, isYou })

function MemberRow({ team, member, isYou }: { team: Team; member: TeamMember; isYou: boolean }) {
  const name = memberNickname(member)
  return (
    <li>
      <button type="button" className={css.member} aria-haspopup="dialog" onClick={() => openMember(team, member, isYou)}>
        <Disc id={member.id} name={member.nickname ?? member.email} size={44} />
        <span className={css.words}>
          <span className={css.name}>
            {name}
            {isYou && <span className={css.you}> ({t('team.you')})</span>}
          </span>
          <span className={css.mail}>{member.email}</span>
          {member.is_admin_asked && <span className={css.cut}>{t('team.asked')}</span>}
        </span>
        <span className={css.label}>{roleName(member)}</span>
      </button>
    </li>
  )
}

function PendingMember({ team, person }: { team: Team; person: Team['pending_users'][number] }) {
  const { email } = person
  const { inviteAgain, withdraw, isBusy } = useOpenInvitation(team.id, person)
  return (
    <li className={css.waiting}>
      <IconDisc icon={envelopeSimple} size={44} />
      <span className={css.words}>
        <span className={css.name}>{email}</span>
        <span className={css.cut}>{t('invite.since', { time: formatAgo(person.invited_at) })}</span>
      </span>
      {team.is_admin && (
        <span className={css.buttons}>
          <Button
            size="s"
            kind="line"
            aria-label={t('invite.again_named', { name: email })}
            busy={isBusy}
            onClick={() => void inviteAgain()}
          >
            {t('invite.again')}
          </Button>
          <Button
            size="s"
            kind="line"
            aria-label={t('invite.withdraw_named', { name: email })}
            busy={isBusy}
            onClick={() => void withdraw()}
          >
            {t('invite.withdraw')}
          </Button>
        </span>
      )}
    </li>
  )
}
