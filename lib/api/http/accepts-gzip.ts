/** @param header `accept-encoding`. Source: RFC 9110 §12.5.3 */
export function acceptsGzip(header: string | null | undefined): boolean {
  return (header ?? '').split(',').some((coding) => /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(coding))
}
