/** Key of the carried login form input; never a password. */
export const loginForm = 'login'
/** Key of the carried registration form input; never a password. */
export const signUpForm = 'sign_up'

/** History state that prefills the login form's user. */
export const prefillUser = (user: string): Record<string, string> => ({ [loginForm]: JSON.stringify({ user }) })

/** History state that prefills the email of the registration form. */
export const prefillSignUp = (email: string): Record<string, string> => ({ [signUpForm]: JSON.stringify({ email }) })
