/** Opens the board while no video, series or channel has the focus. */
export const boardKey = 'a'
