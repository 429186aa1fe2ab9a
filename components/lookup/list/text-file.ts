import { decodeText } from '@/lib/format/decode-text'

// 500 references of the longest kind, twice.
const LARGEST_BYTES = 1_000_000

/** Reads a file as text: UTF-8, or UTF-16 as spreadsheets write it. Other content is refused in words. */
export async function readTextFile(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
): Promise<{ text: string; refusal: null } | { text: null; refusal: string }> {
  if (file.size > LARGEST_BYTES)
    return { text: null, refusal: `The file has ${file.size} bytes; at most ${LARGEST_BYTES} are read.` }
  const text = decodeText(await file.arrayBuffer())
  return text === null
    ? { text, refusal: 'This file isn’t UTF-8 text. Save it as “CSV UTF-8” or paste the column.' }
    : { text, refusal: null }
}
