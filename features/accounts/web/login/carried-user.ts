/** Key of the login form's input in the history state. The input contains no password. */
export const loginForm = 'login'
/** Key of the registration form's input in the history state. The input contains no passwords. */
export const signUpForm = 'sign_up'

/** History state that fills in the login form's user. */
export const prefillUser = (user: string): Record<string, string> => ({ [loginForm]: JSON.stringify({ user }) })

/**
 * History state of the registration form for an emailed team invitation. Contains the address, the code that proves it, and the team with
 * its page. The new account accepts the invitation.
 */
export type JoiningState = Record<'email' | 'token' | 'team' | 'page', string>
