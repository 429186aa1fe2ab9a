/** The k-th smallest value, k from 0, by Hoare's selection; reorders `values`. */
export function kthSmallest(values: Float64Array, k: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let left = low
    let right = high
    while (left <= right) {
      while (values[left]! < pivot) left++
      while (values[right]! > pivot) right--
      if (left > right) break
      const swapped = values[left]!
      values[left++] = values[right]!
      values[right--] = swapped
    }
    if (k <= right) high = right
    else if (k >= left) low = left
    else break
  }
  return values[k]!
}
