/** Separates groups in the form. */
const separator = ';'
export const groupsText = (groups: readonly string[]): string => groups.join(`${separator} `)
export const parseGroups = (typed: string): string[] => [
  ...new Set(
    typed
      .split(separator)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]
