import { isolated } from '@/lib/format/text'

/** The longest beginning of a text that is not wider than `most`, with an ellipsis if it is not all of it. */
export function cutToWidth(text: string, most: number, widthOf: (text: string) => number): string {
  const whole = isolated(text)
  if (widthOf(whole) <= most) return whole
  const characters = graphemes(text)
  let [fits, tooMany] = [0, characters.length]
  const cutAt = (count: number) => isolated(`${characters.slice(0, count).join('').trimEnd()}…`)
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >>> 1
    if (widthOf(cutAt(middle)) <= most) fits = middle
    else tooMany = middle
  }
  return cutAt(Math.max(1, fits))
}

/** Characters as a reader counts them, so that no emoji is cut in two; code points in Firefox before 125. */
function graphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
