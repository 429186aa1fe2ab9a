import { useEffect, useRef, useState } from 'react'
import { usePage } from '@/components/search/page'
import { amount as parameter } from '@/components/search/view/view-parameters'
import { TextField } from '@/components/ui/field'

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
  const [text, setText] = useState(value === null ? '' : String(value))
  const [isWrong, setIsWrong] = useState(false)
  const isTyping = useRef(false)
  const typed = useRef(value)
  useEffect(() => {
    // The answer to a letter must not undo the next one.
    if (value === typed.current) return
    typed.current = value
    setText(value === null ? '' : String(value))
    setIsWrong(false)
  }, [value])

  function type(next: string) {
    setText(next)
    const amount = amountOf(next)
    if (amount === undefined) return
    setIsWrong(false)
    if (amount === typed.current) return
    typed.current = amount
    onChange(amount, isTyping.current)
    isTyping.current = true
  }
  function check() {
    isTyping.current = false
    const isRead = amountOf(text) !== undefined
    setIsWrong(!isRead)
    return isRead
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

/** @returns null for an empty text, undefined for one that is no amount */
function amountOf(text: string): number | null | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? null : (parameter.parse(trimmed) ?? undefined)
}
