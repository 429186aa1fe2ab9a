/** Colours and size of labels. */
export interface LabelLook {
  readonly colour: string
  readonly halo: string
  /** CSS pixels; grows with the text size of the page. */
  readonly fontPixels: number
}

/** Where labels come from. */
export interface LabelSource {
  /** The name of the vehicle in a slot; null without one. */
  readonly textOf: (slot: number) => string | null
  /** Slots of the vehicles that get labels before the others. */
  readonly first: ReadonlySet<number>
  readonly look: LabelLook
}
