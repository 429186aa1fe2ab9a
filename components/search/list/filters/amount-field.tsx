import { useRef, useState } from 'react'
import { usePage } from '@/components/search/page'
import { amount as parameter } from '@/components/search/view/view-parameters'
import { TextField } from '@/components/ui/field'

interface Draft {
  readonly text: string
  /** The value of the field that the text belongs to. */
  readonly value: number | null
  readonly isWrong: boolean
}

/** A number from 0, or nothing; applied while it is typed. Enter goes on to the list. */
export function AmountField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: number | null
  /** @param isTyping false for the first change since the field has the focus */
  readonly onChange: (value: number | null, isTyping: boolean) => void
}) {
  const { focus } = usePage()
  const [draft, setDraft] = useState<Draft>({ text: textOf(value), value, isWrong: false })
  // Another value, by the history or a link, takes the place of the text.
  const { text, isWrong } = draft.value === value ? draft : { text: textOf(value), isWrong: false }
  const isTyping = useRef(false)

  function type(next: string) {
    const amount = amountOf(next)
    // A text that is no amount, or not yet, changes nothing.
    setDraft({
      text: next,
      value: amount === undefined ? value : amount,
      isWrong: isWrong && amount === undefined,
    })
    if (amount === undefined || amount === value) return
    onChange(amount, isTyping.current)
    isTyping.current = true
  }

  function check() {
    isTyping.current = false
    const isAmount = amountOf(text) !== undefined
    setDraft({ text, value, isWrong: !isAmount })
    return isAmount
  }

  return (
    <TextField
      label={label}
      error={isWrong ? `Allowed: ${parameter.allowed}` : undefined}
      required={false}
      inputMode="decimal"
      autoComplete="off"
      placeholder="any"
      value={text}
      onChange={(event) => type(event.target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={check}
      onKeyDown={(event) => event.key === 'Enter' && check() && focus.focusList()}
    />
  )
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value)
}

/** @returns null for an empty text, undefined for one that is no amount */
function amountOf(text: string): number | null | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? null : (parameter.parse(trimmed) ?? undefined)
}
