/** The most that `unread` says: nobody counts further. */
export const maxUnread = 100
