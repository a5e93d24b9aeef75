import { afterAll, beforeAll, expect } from 'vitest'
import { startProduct, stopProduct } from './product.ts'

// Starts a new product for each file, so that files don't affect each other.
beforeAll(() => startProduct(expect.getState().testPath ?? 'product'))
afterAll(stopProduct)
