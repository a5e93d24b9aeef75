/** Distance between the positions of two adjacent TV channels; leaves room to insert others without moving any. */
export const positionStep = 65_536
