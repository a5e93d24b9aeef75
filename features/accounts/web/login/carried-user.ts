/** Key of the carried login form input; never a password. */
export const loginForm = 'login'
/** Key of the carried registration form input; never a password. */
export const signUpForm = 'sign_up'

/** History state that prefills the login form's user. */
export const prefillUser = (user: string): Record<string, string> => ({ [loginForm]: JSON.stringify({ user }) })

/**
 * History state of the registration form for an emailed invitation, which the new account accepts: the address, the code that proves it,
 * and the team with its page.
 */
export type JoiningState = Record<'email' | 'token' | 'team' | 'page', string>
