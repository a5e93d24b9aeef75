import { mayAct } from '#web/shell/login-needed.ts'

/** Begins a channel; a guest is told that this needs an account. */
export function makeChannel(): void {
  if (!mayAct('channel')) return
}
