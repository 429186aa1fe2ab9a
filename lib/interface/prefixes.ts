/** Prefixes of sentences that the interface does not say itself. */
export const KERBSIDE_ASKS = 'Kerbside asks:'
export const KERBSIDE_READS = 'Kerbside reads:'
