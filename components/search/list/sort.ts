import { attributes, type SortName } from '@/components/search/attributes'

export interface Sort {
  readonly by: SortName
  readonly descending: boolean
}

export const NEAREST_FIRST: Sort = { by: 'distance', descending: false }

/** "Nearest first". */
export function sortInWords({ by, descending }: Sort): string {
  const words = attributes[by].sort
  if (!words) return ''
  return descending ? words.descending : words.ascending
}

/** The order that choosing a name begins with. */
export function firstSort(by: SortName): Sort {
  return { by, descending: attributes[by].sort?.first === 'descending' }
}
