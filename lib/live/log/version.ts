/**
 * Identifies one state of an area's list, as `epoch.sequence`; equal versions mean equal
 * lists on every node. A sequence continues only where all nodes agree on its predecessor;
 * otherwise a new epoch begins.
 */
export type Version = string

export function firstOf(epoch: string): Version {
  return `${epoch}.0`
}

export function following(version: Version): Version {
  return `${epochOf(version)}.${sequenceOf(version) + 1}`
}

export function epochOf(version: Version): string {
  return version.slice(0, version.lastIndexOf('.'))
}

/** Whether both are of one epoch and the first is the older one. */
export function isBefore(version: Version, later: Version): boolean {
  return epochOf(version) === epochOf(later) && sequenceOf(version) < sequenceOf(later)
}

function sequenceOf(version: Version): number {
  return Number(version.slice(version.lastIndexOf('.') + 1))
}
