/** State of a combobox with a list below it. */
export interface ComboboxState {
  readonly isOpen: boolean
  /** Index of the option that Enter chooses; null while the text itself is meant. */
  readonly active: number | null
}

/** `choose`: the active option. `restore`: the text from before. */
export type ComboboxStep = (ComboboxState & { readonly effect?: 'choose' | 'restore' }) | null

const CLOSED: ComboboxState = { isOpen: false, active: null }

/**
 * The effect of a key in the field; null leaves it to the browser. After the pattern "editable combobox with list
 * autocomplete".
 * @param options how many there are
 * @param isEdited the text differs from the one before
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function comboboxStep(
  key: string,
  { isOpen, active }: ComboboxState,
  options: number,
  isEdited: boolean,
): ComboboxStep {
  const hasOptions = options > 0
  switch (key) {
    case 'ArrowDown':
      if (!hasOptions) return null
      return { isOpen: true, active: !isOpen || active === null ? 0 : next(active + 1, options) }
    case 'ArrowUp':
      if (!hasOptions) return null
      return { isOpen: true, active: !isOpen || active === null ? options - 1 : next(active - 1, options) }
    case 'Enter':
      return isOpen && active !== null ? { ...CLOSED, effect: 'choose' } : null
    case 'Escape':
      if (isOpen) return CLOSED
      return isEdited ? { ...CLOSED, effect: 'restore' } : null
    default:
      return null
  }
}

/** Beyond either end the text itself is meant again. */
function next(index: number, options: number): number | null {
  return index >= 0 && index < options ? index : null
}

/** Keys that move in the text: no option is meant any more. */
export const TEXT_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])
