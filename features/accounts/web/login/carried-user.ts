/** The name under which the login form carries what is typed; never a password. */
export const loginForm = 'login'

/** State of the browser's history entry that fills in the user of the login form. */
export const asUser = (user: string): Record<string, string> => ({ [loginForm]: JSON.stringify({ user }) })
