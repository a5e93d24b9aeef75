import type { Contract } from '#kit/contract/endpoint.ts'
import { mediaContract } from '#features/media/contract.ts'

/** Every endpoint of the product. */
export const contracts: readonly Contract[] = [mediaContract]
