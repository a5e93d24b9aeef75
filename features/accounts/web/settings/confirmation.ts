/** A confirmation path of this site. The server validates its token. */
const confirmation = /^\/api\/user\/verify\/((?!\.{1,2}$)[^/?#]{1,1000})$/

/** Returns the token in a mailed confirmation URL; any other URL is ignored. */
export const confirmationToken = (url: string | undefined): string | undefined => confirmation.exec(url ?? '')?.[1]
