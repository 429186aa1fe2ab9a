/** A lease not renewed for this long is lost. */
export const LEASE_MS = 5000
/** A lease with less time left has missed a heartbeat by a second: its node is probably gone. */
export const LATE_LEASE_MS = 2500
/** Log entries and snapshots are deleted after this. */
export const STORED_MS = 60_000
/** Interval at which every node that watches an area registers. */
export const HEARTBEAT_INTERVAL_MS = 1500
