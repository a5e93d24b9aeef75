/** Key of the carried login form input; never a password. */
export const loginForm = 'login'

/** History state that prefills the login form's user. */
export const prefillUser = (user: string): Record<string, string> => ({ [loginForm]: JSON.stringify({ user }) })
