/** Maximum of `unread`. */
export const maxUnread = 100
