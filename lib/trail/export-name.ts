/** "kerbside-KB-1205-20261121T160400Z-20261121T170400Z.csv": reference and span, as any file system takes them. */
export function exportName(
  reference: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  ending: string,
): string {
  const safe = reference.replaceAll(/[^\p{L}\p{N}.,_-]+/gu, '-').replaceAll(/^[.,-]+|[.,-]+$/g, '')
  const names = ['kerbside', [...safe].slice(0, 60).join(''), stamp(fromMs), stamp(toMs)]
  return `${names.filter(Boolean).join('-')}.${ending}`
}

const stamp = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
