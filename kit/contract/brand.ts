/** The product's name, wherever it is said. */
export const brand = 'Choice'
