/** Roles of users who run this installation. */
export const roles = ['operator', 'moderator'] as const
export type Role = (typeof roles)[number]
