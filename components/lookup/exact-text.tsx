/** A text with visible signs for invisible and look-alike characters. */
export function ExactText({
  text,
  isQuiet = false,
}: {
  readonly text: string
  readonly isQuiet?: boolean
}) {
  return (
    <bdi className="font-mono [overflow-wrap:anywhere]">
      {visibleCharacters(text, isQuiet).map((part, place) =>
        typeof part === 'string' ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
          <span key={place} title={part.name}>
            <span
              aria-hidden="true"
              className="bg-surface border-line-strong mx-px rounded-sm border px-0.5"
            >
              {part.sign}
            </span>
            <span className="sr-only"> {part.name} </span>
          </span>
        ),
      )}
    </bdi>
  )
}

type TextPart = string | ReturnType<typeof signOf>

// Spaces, controls, format characters and lone surrogates; not the joiner of emoji.
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cs}]|(?![\u200d])\p{Cf}/u
// Dashes other than the hyphen, and full-width ASCII.
const LOOK_ALIKE = /(?!-)\p{Pd}|[\u2212\uff01-\uff5e]/u

/** @param isQuiet a single space between other characters is not odd */
export function visibleCharacters(text: string, isQuiet = false): TextPart[] {
  const parts: TextPart[] = []
  let plain = ''
  const characters = [...text]
  const isSpace = (index: number) =>
    characters[index] === undefined || /\p{Z}/u.test(characters[index])
  for (const [index, character] of characters.entries()) {
    const isQuietSpace = isQuiet && character === ' ' && !isSpace(index - 1) && !isSpace(index + 1)
    if (isQuietSpace || !(INVISIBLE.test(character) || LOOK_ALIKE.test(character))) {
      plain += character
      continue
    }
    if (plain) parts.push(plain)
    plain = ''
    parts.push(signOf(character))
  }
  if (plain) parts.push(plain)
  return parts
}

function signOf(character: string) {
  if (character === ' ') return { sign: '␣', name: 'space' }
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  if (LOOK_ALIKE.test(character)) return { sign: `${character} ${code}`, name: `character ${code}` }
  return { sign: code, name: character === '\u00a0' ? 'no-break space' : `character ${code}` }
}
