/** A purchase that waits for balance, while the payment provider's page replaces ours. */
export interface KeptPurchase {
  tierId: string
  couponCode: string
  /** Address of the page on which it began. */
  address: string
}

/** Key in session storage. */
const key = 'purchase'
const keptMs = 3_600_000

/** Keeps a purchase while `pay` asks for a payment; drops it if that ends without leaving the page. */
export async function storePurchase(purchase: Omit<KeptPurchase, 'address'>, pay: () => Promise<void>): Promise<void> {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...purchase, address: location.pathname + location.search, keptAt: Date.now() }))
  } catch {
    // Storage may be blocked: then the purchase isn't stored.
  }
  await pay()
  discardPurchase()
}

/** Returns the kept purchase, for an hour. */
export function readPurchase(): KeptPurchase | undefined {
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
    // Storage may be blocked: then nothing was stored either.
  }
}
