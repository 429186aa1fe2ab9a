/** A text that only `reveal` shows: JSON, templates and inspected objects do not contain it. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }
}

/** Removes a secret from a text: plain, base64, base64url and URL-encoded. */
export function redact(text: string, secret: string): string {
  const bytes = Buffer.from(secret)
  const spellings = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]
  return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, '[secret]'), text)
}
