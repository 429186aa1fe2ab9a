/**
 * Names a list that an area had: `epoch.sequence`, the id of the event that leads to it. One name is one list, on
 * whichever node: a sequence goes on only where everybody agrees on what it follows, else a new epoch begins.
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
export function isBefore(one: Version, other: Version): boolean {
  return epochOf(one) === epochOf(other) && sequenceOf(one) < sequenceOf(other)
}

function sequenceOf(version: Version): number {
  return Number(version.slice(version.lastIndexOf('.') + 1))
}
