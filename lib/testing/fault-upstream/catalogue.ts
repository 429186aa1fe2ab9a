import { connectionFaults } from './connections'
import type { Play } from './reply'
import { shapeFaults } from './shapes'
import { statusFaults } from './statuses'

/** Every fault by name, with its row in the table of faults. */
export const faults = {
  // These are played by the server itself.
  'connection-refused': { row: 1, play: null },
  'key-rotated': { row: 38, play: null },
  ...connectionFaults,
  ...statusFaults,
  ...shapeFaults,
} satisfies Record<string, { row: number; play: Play | null }>

export type FaultName = keyof typeof faults

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name)
}
