const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y

/**
 * Place of the first JSON syntax error, as `line 3, column 14`. Messages of the engine differ between versions.
 */
export function locateJsonFault(text: string): string {
  const open: string[] = []
  let offset = 0
  let expected: 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'next' | 'nothing' = 'value'

  const close = () => {
    open.pop()
    expected = open.length > 0 ? 'next' : 'nothing'
  }
  for (;;) {
    TOKEN.lastIndex = offset
    const match = TOKEN.exec(text)
    if (!match) break
    const [, mark, string] = match
    const wantsValue = expected === 'value' || expected === 'value-or-end'
    const wantsKey = expected === 'key' || expected === 'key-or-end'
    if (mark === '{' && wantsValue) {
      open.push('}')
      expected = 'key-or-end'
    } else if (mark === '[' && wantsValue) {
      open.push(']')
      expected = 'value-or-end'
    } else if (mark === ':' && expected === 'colon') expected = 'value'
    else if (mark === ',' && expected === 'next') expected = open.at(-1) === '}' ? 'key' : 'value'
    else if (mark === '}' && (expected === 'key-or-end' || (expected === 'next' && open.at(-1) === '}')))
      close()
    else if (mark === ']' && (expected === 'value-or-end' || (expected === 'next' && open.at(-1) === ']')))
      close()
    else if (string && wantsKey) expected = 'colon'
    else if (!mark && wantsValue) expected = open.length > 0 ? 'next' : 'nothing'
    else break
    offset = TOKEN.lastIndex
  }

  const place = offset + (/^[ \t\r\n]*/.exec(text.slice(offset))?.[0].length ?? 0)
  const before = text.slice(0, place).split('\n')
  const where = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
  return place >= text.length ? `${where} (the end of the text)` : where
}
