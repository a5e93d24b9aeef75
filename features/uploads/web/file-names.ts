/** What a file can be chosen as: the specification's words. */
export const videoTypes = 'video/mp4, video/x-m4v, video/*'

/** Endings that systems have no type for, and that are films all the same. */
const filmEnding = /\.(mp4|m4v|mov|mkv|webm|avi|mpe?g|ts|m2ts|mts|wmv|flv|ogv|3gp)$/i

/** Is this a film, as far as its name and type say? Its content decides, on the server. */
export const isVideoFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean => type.startsWith('video/') || filmEnding.test(name)

const maxLength = 255

/** A title of a file's name: `My_holiday-2026 (1).final.MP4` → `My holiday-2026 (1).final`. */
export function titleOfFile(name: string): string {
  const stem = name.normalize('NFC').replace(/\.[a-z\d]{1,5}$/i, '')
  // Names without a blank have something else in its place.
  const words = stem.includes(' ') ? stem : stem.replace(/(?<=\S)[_+]+(?=\S)/g, ' ')
  const title = words
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  // Not half of a sign that counts as two.
  return (title || name).slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}
