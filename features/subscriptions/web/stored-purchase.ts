/** A purchase that needs balance, stored while the user is on the payment provider's page. */
export interface StoredPurchase {
  tierId: string
  couponCode: string
  /** Address of the page on which the purchase began. */
  address: string
}

/** Key in the session storage. */
const key = 'purchase'
const keptMs = 3_600_000

/** Stores a purchase while `pay` asks for a payment. Removes it if `pay` ends without leaving the page. */
export async function storePurchase(purchase: Omit<StoredPurchase, 'address'>, pay: () => Promise<void>): Promise<void> {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...purchase, address: location.pathname + location.search, keptAt: Date.now() }))
  } catch {
    // Ignored: if the storage is blocked, the purchase isn't stored.
  }
  await pay()
  discardPurchase()
}

/** Returns the stored purchase, if it is less than an hour old. */
export function readPurchase(): StoredPurchase | undefined {
  try {
    const { tierId, couponCode, address, keptAt } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>
    const isKept = typeof keptAt === 'number' && Date.now() - keptAt < keptMs
    if (!isKept) discardPurchase()
    if (!isKept || typeof tierId !== 'string' || typeof couponCode !== 'string' || typeof address !== 'string') return undefined
    return { tierId, couponCode, address }
  } catch {
    return undefined
  }
}

export function discardPurchase(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Ignored: if the storage is blocked, nothing was stored.
  }
}
