/**
 * Names a list that an area had: `epoch.sequence`, the id of the event that leads to it. One name is one list, on
 * whichever node: a sequence goes on only where everybody agrees on what it follows, else a new epoch begins.
 */
export type Version = string

export function firstOf(epoch: string): Version {
  return `${epoch}.0`
}

export function following(version: Version): Version {
  const dot = version.lastIndexOf('.')
  return `${version.slice(0, dot)}.${Number(version.slice(dot + 1)) + 1}`
}

export function epochOf(version: Version): string {
  return version.slice(0, version.lastIndexOf('.'))
}
