/**
 * The form of a value that is not of the specified type and is read nevertheless,
 * since it has one meaning only.
 */
export type SentForm = 'text' | 'number' | 'geojson' | 'other-names'

/** Forms by the paths of their fields: `totals.net`. */
export type SentForms = Readonly<Record<string, SentForm>>

/** "sent as text", beside the value. */
export const formWords: Readonly<Record<SentForm, string>> = {
  text: 'sent as text',
  number: 'sent as a number',
  geojson: 'sent as a GeoJSON point',
  'other-names': 'sent with other names than lat and lng',
}

/** A value with the form that it had; null for the specified one. */
export interface Reading<T> {
  readonly value: T
  readonly form: SentForm | null
}
