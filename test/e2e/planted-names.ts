import { sql } from 'kysely'
import { newId } from '#kit/server/ids.ts'
import { connect } from './product.ts'

/** If a page treats this text as HTML, the code in it changes the tab's title. */
export const planted = '<img src=x onerror=document.title=1>'

/** Creates a user, and a team that has a channel but no members. Their names are HTML. */
export async function plantNames() {
  const db = connect()
  const [user, team, playlist] = [newId(), newId(), newId()]
  const nickname = `<img src=x>${user}`
  const name = `${planted}${team.slice(0, 6)}`
  try {
    await sql`insert into account (id, email, password_hash, nickname, nickname_key)
      values (${user}, ${`${user}@example.com`}, 'none', ${nickname}, ${user.toLowerCase()})`.execute(db)
    await sql`insert into team (id, name) values (${team}, ${name})`.execute(db)
    await sql`insert into playlist (id, user_id, team_id, name, status_id, position) values (${playlist}, ${user}, ${team}, 'Left', 1, 1)`.execute(
      db,
    )
    return { user, nickname, team: name }
  } finally {
    await db.destroy()
  }
}
