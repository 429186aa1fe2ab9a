import { TextValue } from '@/components/record/facts/text-value'
import { TextCopyButton } from '@/components/ui/copy-button'
import { inspectableJson } from '@/lib/format/json'
import { type JsonLine, pathText } from './json-lines'

// Longer texts are clipped in their line and shown in full here.
const LONGEST_IN_LINE = 60

/** The path and the value of the chosen line, to copy; a long text in full. */
export function ChosenValue({
  line: { path, value },
  written,
}: {
  readonly line: JsonLine
  /** A number as written in the source text, where the value differs. */
  readonly written?: string
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-48 text-xs [overflow-wrap:anywhere]">
        <bdi>{pathText(path)}</bdi>
      </code>
      <span className="flex gap-1.5">
        <TextCopyButton text={() => pathText(path)} label="Copy path" />
        <TextCopyButton text={() => written ?? valueText(value)} label="Copy value" />
      </span>
      {typeof value === 'string' && value.length > LONGEST_IN_LINE ? (
        <div className="bg-sunken border-line max-h-64 w-full overflow-y-auto rounded-md border px-3 py-2 text-sm">
          <TextValue key={pathText(path)} text={value} />
        </div>
      ) : null}
    </div>
  )
}

/** A text without quotes; anything else as JSON. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : inspectableJson(value)
}
