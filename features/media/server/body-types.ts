/** Determines by content type how much of a response is read. */

/** Bytes needed to detect a file type. */
export const sniffBytes = 4100
/** Maximum bytes of a manifest. */
export const manifestBytes = 512 * 1024

const genericTypes =
  /^$|^text\/plain$|^(?:application|binary)\/(?:octet-stream|x-binary|force-download|download)$|^application\/(?:xml|mp4)$|^text\/xml$/

/** Whether servers use the content type for any content, such as `application/octet-stream`. */
export const isGenericType = (type: string) => genericTypes.test(type)

export const isHtmlType = (type: string): boolean => /^(?:text\/html|application\/xhtml\+xml)$/.test(type)
