/** Who has not been heard of for so long leads no more. */
export const LEASE_MS = 5000
/** So often every node that looks at an area says so. */
export const HEARTBEAT_INTERVAL_MS = 1500
