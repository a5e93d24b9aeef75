import { forUsers, type WebFeature } from '#shell/feature.ts'

/** Users subscribe to packages, and see their subscriptions in the wallet. */
export const subscriptions: WebFeature = {
  actions: [{ audience: 'users', types: ['tier'], load: () => import('./actions.ts').then((module) => module.subscriptionActions) }],
  slots: [
    forUsers('wallet.note', 'app', () => import('./ClockNote.tsx'), 'WalletClockNote'),
    forUsers('wallet.paid', 'app', () => import('./ContinuePurchase.tsx'), 'ContinuePurchase'),
    forUsers('wallet.unpaid', 'app', () => import('./ContinuePurchase.tsx'), 'RetryPurchase'),
    forUsers('ledger.purchase', 'purchase', () => import('./operator/RefundButton.tsx'), 'RefundButton'),
    forUsers('packages.note', 'app', () => import('./ClockNote.tsx'), 'ClockNote'),
    forUsers('wallet.subscriptions', 'app', () => import('./OwnSubscriptions.tsx'), 'OwnSubscriptions'),
    forUsers('operator.section', 'app', () => import('./operator/OperatorSection.tsx'), 'OperatorSection'),
  ],
}
