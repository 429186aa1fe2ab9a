/** Part of a text, or one invisible character with its sign and name. */
export type TextPart =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'invisible'; readonly sign: string; readonly name: string }

// Spaces, controls, format characters and lone surrogates; not the joiner of emoji.
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cs}]|(?![\u200d])\p{Cf}/u

/** Splits a text into visible parts and invisible characters. */
export function visibleCharacters(text: string): TextPart[] {
  const parts: TextPart[] = []
  let plain = ''
  for (const character of text) {
    if (!INVISIBLE.test(character)) {
      plain += character
      continue
    }
    if (plain) parts.push({ kind: 'plain', text: plain })
    plain = ''
    parts.push({ kind: 'invisible', ...signOf(character) })
  }
  if (plain) parts.push({ kind: 'plain', text: plain })
  return parts
}

function signOf(character: string): { sign: string; name: string } {
  if (character === ' ') return { sign: '␣', name: 'space' }
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return { sign: code, name: character === '\u00a0' ? 'no-break space' : `character ${code}` }
}
