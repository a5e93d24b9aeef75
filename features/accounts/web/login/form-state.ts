/** Key of the login form's input in the history state. The input contains no password. */
export const loginFormStateKey = 'login'
/** Key of the registration form's input in the history state. The input contains no passwords. */
export const signUpFormStateKey = 'sign_up'

/** History state that fills in the login form's user. */
export const createLoginPrefill = (user: string): Record<string, string> => ({ [loginFormStateKey]: JSON.stringify({ user }) })

/**
 * History state of the registration form for an emailed team invitation. Contains the address, the code that proves it, and the team with
 * its page. The new account accepts the invitation.
 */
export type JoiningState = Record<'email' | 'token' | 'team' | 'page', string>
