/** Whether a value has named parts: an object or a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
