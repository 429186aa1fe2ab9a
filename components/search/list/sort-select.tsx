import { SORT_NAMES } from '@/components/search/attributes'
import { firstSort, type Sort, sortInWords } from '@/components/search/list/sort'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { Select } from '@/components/ui/field'

const orders = SORT_NAMES.flatMap((by): Sort[] => {
  const first = firstSort(by)
  return [first, { by, descending: !first.descending }]
})

const keyOf = ({ by, descending }: Sort) => `${by} ${descending ? 'descending' : 'ascending'}`

/** The order of the list, with its direction, in one control. */
export function SortSelect({ className = '' }: { readonly className?: string }) {
  const { view } = usePanelData()
  const { sort } = useAddress()
  const { setSort } = useAddressActions()
  // An age that no vehicle has is not offered.
  const hasAges = sort.by === 'age' || (view.live.area?.mtimeServes ?? false)
  const offered = orders.filter(({ by }) => by !== 'age' || hasAges)
  return (
    <Select
      aria-label="Sort by"
      title={sortInWords(sort)}
      value={keyOf(sort)}
      options={offered.map((order) => [keyOf(order), sortInWords(order)])}
      onChange={(key) => {
        const chosen = offered.find((order) => keyOf(order) === key)
        if (chosen) void setSort(chosen)
      }}
      className={className}
    />
  )
}
