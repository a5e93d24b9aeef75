/** How much of what comes is read, by what its server calls it. */

/** Bytes that tell what a file is. */
export const sniffBytes = 4100
/** A manifest is read as far as this. */
export const manifestBytes = 512 * 1024

const vague =
  /^$|^text\/plain$|^(?:application|binary)\/(?:octet-stream|x-binary|force-download|download)$|^application\/(?:xml|mp4)$|^text\/xml$/

/** Does the server's own word leave open what it is? */
export const isVague = (type: string) => vague.test(type)

export const isPage = (type: string): boolean => /^(?:text\/html|application\/xhtml\+xml)$/.test(type)
