/** Fault of a map file, as the end of a sentence that begins with its path. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** The file was overwritten while it was open: bytes of both versions may be in it. */
export class ArchiveReplaced extends Error {
  override readonly name = 'ArchiveReplaced'
}
