/** Between the positions of two TV channels side by side: room to put others between them without moving any. */
export const positionStep = 65_536
