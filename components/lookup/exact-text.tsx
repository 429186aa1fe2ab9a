import { visibleCharacters } from '@/lib/format/characters'

/** A text with visible signs for invisible and look-alike characters. */
export function ExactText({
  text,
  isQuiet = false,
}: {
  readonly text: string
  /** No signs for single spaces inside. */
  readonly isQuiet?: boolean
}) {
  return (
    <bdi className="font-mono [overflow-wrap:anywhere]">
      {visibleCharacters(text, isQuiet).map((part, place) =>
        part.kind === 'plain' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
          <span key={place} title={part.name}>
            <span aria-hidden="true" className="bg-surface border-line-strong mx-px rounded-sm border px-0.5">
              {part.sign}
            </span>
            <span className="sr-only"> {part.name} </span>
          </span>
        ),
      )}
    </bdi>
  )
}
