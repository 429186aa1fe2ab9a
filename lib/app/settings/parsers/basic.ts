import { ConfigError } from '@/lib/app/settings/config-error'

/** @throws ConfigError that names the variable and the allowed values */
export type Parser<T> = (text: string, name: string) => T

export const parseText: Parser<string> = (text) => text

export function wholeNumber(least: number, largest: number): Parser<number> {
  return (text, name) => {
    const value = Number(text)
    // Digits only: `0x50`, `1e3` and `+5` are numbers to JavaScript too.
    if (/^\d+$/.test(text) && value >= least && value <= largest) return value
    throw new ConfigError(
      `${name} must be a whole number from ${least} to ${largest}; it is ${JSON.stringify(text)}`,
    )
  }
}

export function decimal(least: number, largest: number): Parser<number> {
  return (text, name) => {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= largest) return value
    throw new ConfigError(
      `${name} must be a number from ${least} to ${largest}, such as 1.3; it is ${JSON.stringify(text)}`,
    )
  }
}

export function oneOf<const T extends string>(...words: readonly T[]): Parser<T> {
  return (text, name) => {
    const word = words.find((one) => one === text)
    if (word !== undefined) return word
    const allowed = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
    throw new ConfigError(`${name} must be ${allowed}; it is ${JSON.stringify(text)}`)
  }
}
