/** The kinds of viewers that an operator can see the site as. Calls name one in the header `see-as`. */
export const seeAsViewers = ['guest', 'user', 'member'] as const
export type SeeAsViewer = (typeof seeAsViewers)[number]
