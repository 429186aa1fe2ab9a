/** Keys of the map page: one table binds them and is shown by `?`. */
export const shortcuts = [
  {
    keys: ['/'],
    action: 'find',
    effect: 'Find an address, a place or a vehicle; on the pick-up board, the pick-up point',
  },
  { keys: ['s'], action: 'search', effect: 'Go to radius and type of the search' },
  { keys: ['f'], action: 'filters', effect: 'Open or close the filters' },
  { keys: ['l'], action: 'list', effect: 'Go to the list' },
  { keys: ['m'], action: 'map', effect: 'Go to the map' },
  { keys: ['b'], action: 'board', effect: 'Open the pick-up board' },
  { keys: ['w'], action: 'watch', effect: 'Watch the vehicle selected or pointed at, or stop watching it' },
  { keys: ['p'], action: 'pause', effect: 'Pause or resume live updates' },
  { keys: ['r'], action: 'refresh', effect: 'Refresh now' },
  { keys: ['h'], action: 'replay', effect: 'Replay what was recorded here, or go back to live' },
  { keys: [' '], action: 'play', effect: 'In a replay: play or pause' },
  { keys: ['['], action: 'stepBack', effect: 'In a replay: one update back' },
  { keys: [']'], action: 'stepForward', effect: 'In a replay: one update forward' },
  { keys: ['t'], action: 'labels', effect: 'Show or hide call signs on the map' },
  { keys: ['e'], action: 'waits', effect: 'Show or hide the wait map' },
  { keys: ['Enter'], action: 'open', effect: 'Open the record of the selected vehicle' },
  {
    keys: ['Escape'],
    action: 'close',
    effect: 'Leave the field; close the search, the filters, the selection, the pick-up board or the replay',
  },
  { keys: ['?'], action: 'help', effect: 'Show these shortcuts' },
] as const satisfies readonly Shortcut[]

/** Keys that the list and the map handle while they have the focus. */
const movements = [
  { keys: ['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], effect: 'In the list: select another vehicle' },
  {
    keys: ['↑', '↓', '←', '→'],
    effect: 'On the map: select the nearest vehicle in that direction, or move the map if none is selected',
  },
] as const

// Viewers have no recordings.
const OF_REPLAY: readonly string[] = ['replay', 'play', 'stepBack', 'stepForward']

/** Every key of the map page, to be listed. */
export function shortcutRows(hasReplay: boolean) {
  const bound = shortcuts.filter(({ action }) => hasReplay || !OF_REPLAY.includes(action))
  const named = (key: string) => (key === ' ' ? 'Space' : key)
  return [...bound.map(({ keys, effect }) => ({ keys: keys.map(named), effect })), ...movements]
}

interface Shortcut {
  readonly keys: readonly string[]
  readonly action: string
  readonly effect: string
}

export type ShortcutAction = (typeof shortcuts)[number]['action']
