import type { ChangeSide, FieldChange } from '@/lib/api/contract/watch-list'
import { isPersonalField } from '@/lib/interface/fields/personal-fields'

const WITHHELD: ChangeSide = { is: 'withheld' }

/** A value that is not of the specified type may hold anything, a person's name too. */
function isDeclared({ is }: ChangeSide): boolean {
  return is !== 'json'
}

/** Changes for viewers: neither old nor new value of a personal field, and no field that the interface does not name. */
export function changesForViewers<C extends FieldChange>(changes: readonly C[]): C[] {
  return changesForList(changes.filter(({ section }) => section !== null))
}

/** Changes in a list, which is not audited: values that may be personal are opened one vehicle at a time. */
export function changesForList<C extends FieldChange>(changes: readonly C[]): C[] {
  return changes.map((change) => {
    const isOpen =
      change.section !== null &&
      !isPersonalField(change.path) &&
      isDeclared(change.old) &&
      isDeclared(change.new)
    return isOpen ? change : { ...change, old: WITHHELD, new: WITHHELD }
  })
}
