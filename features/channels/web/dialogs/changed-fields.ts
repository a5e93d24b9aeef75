const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Returns the fields of a form that differ from the values that it was opened with. Only these are saved, so that another member's or tab's
 * change of other fields is kept. An empty field counts as null.
 */
export const changedFields = <T extends object>(fields: T, before: { readonly [F in keyof T]?: unknown }): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isSame(value, before[name as keyof T] ?? ''))) as Partial<T>
