/** The product's name. */
export const brand = 'Choice'
