/** Separates groups in the form. */
const separator = ';'
export const groupsText = (groups: readonly string[]): string => groups.join(`${separator} `)
export const parseGroups = (text: string): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((item) => item.trim())
      .filter(Boolean),
  ),
]
