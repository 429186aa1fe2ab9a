import { usePreferences } from '@/components/layout/preferences/preferences'
import type { ChangeSide } from '@/lib/api/contract/watch-list'
import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time/time'

const LONGEST = 200

/** Fields whose values are keys. */
const KEYS: ReadonlySet<string> = new Set(['status', 'type'])

export function ChangeSides({
  path,
  old,
  new: now,
}: {
  path: string
  old: ChangeSide
  new: ChangeSide
}) {
  return (
    <>
      <del className="no-underline">
        <Side side={old} path={path} />
      </del>
      <span aria-hidden> → </span>
      <span className="sr-only"> changed to </span>
      <ins className="font-semibold no-underline">
        <Side side={now} path={path} />
      </ins>
    </>
  )
}

function Side({ side, path }: { readonly side: ChangeSide; readonly path: string }) {
  const { zone } = usePreferences()
  switch (side.is) {
    case 'absent':
      return <span className="text-muted">not reported</span>
    case 'none':
      return <span className="text-muted">none</span>
    case 'withheld':
      return <span className="text-muted">not shown</span>
    case 'json':
      return (
        <code>
          <bdi>{safeText(side.json, LONGEST)}</bdi>
        </code>
      )
    case 'value': {
      const { value } = side
      if (typeof value === 'number') return path === 'year' ? String(value) : formatNumber(value)
      if (typeof value !== 'string') {
        const words = value.map((key) => keyPhrase(key, LONGEST)).join(', ')
        return value.length === 0 ? 'none' : <bdi title={safeText(value.join(', '))}>{words}</bdi>
      }
      if (KEYS.has(path) && value !== '')
        return <bdi title={safeText(value)}>{keyWords(value, LONGEST)}</bdi>
      const text = path === 'ctime' ? formatTime(value, zone) : null
      return value === '' ? 'empty' : <bdi>{text ?? safeText(value, LONGEST)}</bdi>
    }
  }
}
