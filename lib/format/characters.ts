/** A stretch of a text, or one character that cannot be seen, with the name that stands for it. */
export type Stretch =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'unseen'; readonly sign: string; readonly name: string }

// Spaces, controls and formats (joiners, direction marks), and halves of pairs; emoji keep their joiner and selector.
const UNSEEN = /[\p{Z}\p{Cc}\p{Cs}]|(?![\u200d])\p{Cf}/u

/** A text letter by letter for comparison: what a reader cannot see is told apart from what can be seen. */
export function visibleCharacters(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let plain = ''
  for (const character of text) {
    if (!UNSEEN.test(character)) {
      plain += character
      continue
    }
    if (plain) stretches.push({ kind: 'plain', text: plain })
    plain = ''
    stretches.push({ kind: 'unseen', ...signOf(character) })
  }
  if (plain) stretches.push({ kind: 'plain', text: plain })
  return stretches
}

function signOf(character: string): { sign: string; name: string } {
  if (character === ' ') return { sign: '␣', name: 'space' }
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  return { sign: code, name: character === '\u00a0' ? 'no-break space' : `character ${code}` }
}
