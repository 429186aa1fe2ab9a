/** The encodings in which a secret may leak. */
function formsOf(secret: string): Record<string, string> {
  const bytes = Buffer.from(secret)
  return {
    raw: secret,
    json: JSON.stringify(secret).slice(1, -1),
    url: encodeURIComponent(secret),
    hex: bytes.toString('hex'),
    base64: bytes.toString('base64').replace(/=+$/, ''),
    base64url: bytes.toString('base64url'),
  }
}

/** @returns the names of the forms that occur in `text` */
export function findForms(text: string, secret: string): string[] {
  return Object.entries(formsOf(secret)).flatMap(([name, form]) => (text.includes(form) ? [name] : []))
}
