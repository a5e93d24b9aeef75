/** A path of ours that confirms an address. What became of its token on the way is for the server to say. */
const confirmation = /^\/api\/user\/verify\/((?!\.{1,2}$)[^/?#]{1,1000})$/

/** The token in the address that a mail names; a link may name anything, and nothing else is called. */
export const confirmationToken = (url: string | undefined): string | undefined => confirmation.exec(url ?? '')?.[1]
