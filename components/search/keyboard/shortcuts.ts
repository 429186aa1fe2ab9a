/** What a key does on the map page. One table binds the keys and is shown by `?`. */
export const shortcuts = [
  { keys: ['/'], action: 'search', what: 'Go to the search’s first field' },
  { keys: ['f'], action: 'filters', what: 'Filters, open or close' },
  { keys: ['l'], action: 'list', what: 'Go to the list' },
  { keys: ['m'], action: 'map', what: 'Go to the map' },
  { keys: ['b'], action: 'board', what: 'Pick-up board' },
  { keys: ['p'], action: 'pause', what: 'Pause or resume the live refresh' },
  { keys: ['r'], action: 'refresh', what: 'Refresh now' },
  { keys: ['Enter'], action: 'open', what: 'Open the record of the selected vehicle' },
  { keys: ['Escape'], action: 'close', what: 'Close what is topmost: filters, selection, pick-up board' },
  { keys: ['?'], action: 'help', what: 'This list' },
] as const satisfies readonly Shortcut[]

/** Keys that the list and the map take themselves while they have the focus. */
export const movements = [
  { keys: ['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], what: 'In the list: select another vehicle' },
  {
    keys: ['↑', '↓', '←', '→'],
    what: 'On the map: select the nearest vehicle that way; without a selection, move the map',
  },
] as const

interface Shortcut {
  readonly keys: readonly string[]
  readonly action: string
  readonly what: string
}

export type ShortcutAction = (typeof shortcuts)[number]['action']

/** Where a key was pressed. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  /** Something nearer has used it. */
  readonly defaultPrevented: boolean
  readonly isComposing: boolean
  /** Keys typed there are text. */
  readonly inField: boolean
  /** A dialog is open above the page. */
  readonly inDialog: boolean
}

/** What a pressed key asks for; null when it is text, another program's, or nothing of ours. */
export function actionOf(pressed: Pressed): ShortcutAction | null {
  const { key, ctrlKey, altKey, metaKey, defaultPrevented, isComposing, inField, inDialog } = pressed
  if (ctrlKey || altKey || metaKey || defaultPrevented || isComposing || inDialog) return null
  if (inField && key.length === 1) return null
  return shortcuts.find(({ keys }) => (keys as readonly string[]).includes(key))?.action ?? null
}
