/**
 * Why a field has no value: "position unreadable", "position not reported".
 * @param label its name in a sentence
 * @param unreadable paths of fields, as of an inspected record
 */
export function absencePhrase(
  label: string,
  field: string,
  unreadable: readonly string[] | undefined,
): string {
  return `${label} ${unreadable?.includes(field) ? 'unreadable' : 'not reported'}`
}
