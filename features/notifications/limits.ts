/** Maximum value of `unread`. */
export const maxUnread = 100
