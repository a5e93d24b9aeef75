/** Columns of TV channels that are computed from their list. */
import { sql } from 'kysely'

/** SQL on `tv_channel`: days of catch-up; 0: none. */
export const catchupDays = sql<number>`reachable_days(tv_channel.catchup_mode, tv_channel.dvr_base, tv_channel.catchup_days)`

/** SQL on `tv_channel`: the interval by which the times of its guide are shifted. */
export const guideShift = sql`make_interval(mins => tv_channel.guide_shift_minutes)`
