/** Fault of a ROADS_FILE, as the end of a sentence that begins with its path. */
export class RoadsFileError extends Error {
  override readonly name = 'RoadsFileError'
}
