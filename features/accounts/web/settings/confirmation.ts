/** A path of ours that confirms an address. */
const confirmation = /^\/api\/user\/verify\/([\w-]{43})$/

/** The token in the address that a mail names; a link may name anything, and nothing else is called. */
export const confirmationToken = (url: string | undefined): string | undefined => confirmation.exec(url ?? '')?.[1]
