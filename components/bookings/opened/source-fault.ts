import type { TextPosition } from './text-position'

/** Why a source could not be opened. */
export type SourceFault =
  | { readonly kind: 'too-big'; readonly bytes: number }
  | { readonly kind: 'too-many'; readonly records: number }
  | { readonly kind: 'empty' | 'not-text' | 'stopped' }
  | {
      readonly kind: 'malformed' | 'too-deep'
      readonly reason: string
      readonly position: TextPosition
      readonly offset: number
    }
