import { resolveColour } from '@/components/map/theme'

/** Colours of marks in either theme, as a canvas takes them: app/tokens.css. */
export interface MarkColours {
  /** Dark lines on white ones, which are visible on any ground. */
  readonly line: string
  readonly selection: string
  readonly star: string
  readonly number: string
  readonly onNumber: string
  readonly groupText: string
  readonly groupRing: string
  readonly noneFree: string
}

export function readMarkColours(): MarkColours {
  return {
    line: resolveColour('var(--map-mark-line)'),
    selection: resolveColour('var(--color-kerb)'),
    star: resolveColour('var(--map-star)'),
    number: resolveColour('var(--color-pickup)'),
    onNumber: resolveColour('var(--color-on-pickup)'),
    groupText: resolveColour('var(--map-group-text)'),
    groupRing: resolveColour('var(--map-group-ring)'),
    noneFree: resolveColour('var(--map-group-none)'),
  }
}
