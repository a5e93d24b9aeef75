import { afterAll, beforeAll, expect } from 'vitest'
import { startProduct, stopProduct } from './product.ts'

// Each file has a product of its own: none finds what another left.
beforeAll(() => startProduct(expect.getState().testPath ?? 'product'))
afterAll(stopProduct)
