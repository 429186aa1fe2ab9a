/** The encodings in which a secret may leak. */
function formsOf(secret: string): Record<string, string> {
  const encoded = encodeURIComponent(secret)
  const bytes = Buffer.from(secret)
  return {
    raw: secret,
    json: JSON.stringify(secret).slice(1, -1),
    url: encoded,
    'url in lower case': encoded.replace(/%../g, (triplet) => triplet.toLowerCase()),
    hex: bytes.toString('hex'),
    ...base64Forms('base64', bytes),
    ...base64Forms('base64url', bytes),
  }
}

/** @returns the names of the forms that occur in `text` */
export function findForms(text: string, secret: string): string[] {
  return Object.entries(formsOf(secret)).flatMap(([name, form]) => (text.includes(form) ? [name] : []))
}

/** Base64 within a longer text depends on the offset modulo three; the first and last digits share bits with others. */
function base64Forms(encoding: 'base64' | 'base64url', bytes: Buffer): Record<string, string> {
  const forms = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replace(/=+$/, '')
    return [`${encoding} at ${offset}`, text.slice(Math.ceil((offset * 4) / 3), -1)]
  })
  return Object.fromEntries(forms)
}
