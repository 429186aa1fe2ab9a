/** A column with the values of a smaller one. */
export function grown<Column extends Int32Array | Uint8Array | Float64Array>(
  column: Column,
  into: Column,
): Column {
  into.set(column)
  return into
}
