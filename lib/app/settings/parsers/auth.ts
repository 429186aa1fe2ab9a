import { BlockList, isIP } from 'node:net'
import { ConfigError } from '@/lib/app/settings/config-error'
import { isLoopback } from '@/lib/app/settings/loopback'
import { Secret } from '@/lib/app/settings/secret'
import type { Parser } from './basic'

const SHORTEST_SECRET = 32

export const parseOrigin: Parser<string> = (text, name) => {
  if (isSafe(text) && /^https?:\/\/[^/?#@]+\/?$/i.test(text)) return new URL(text).origin
  throw new ConfigError(
    `${name} must be https://host[:port], or http:// on a loopback host, without path, user or query`,
  )
}

export const parseIssuer: Parser<string> = (text, name) => {
  if (isSafe(text)) return text.replace(/\/+$/, '')
  throw new ConfigError(`${name} must be an https:// address, or http:// on a loopback host`)
}

function isSafe(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

export const parseSecret: Parser<Secret> = (text) => new Secret(text)

export const parseCookieSecret: Parser<Secret> = (text, name) => {
  if (text.length >= SHORTEST_SECRET) return new Secret(text)
  throw new ConfigError(
    `${name} must have at least ${SHORTEST_SECRET} characters; it has ${text.length}. Make one with: openssl rand -base64 32`,
  )
}

export const parseProxies: Parser<BlockList> = (text, name) => {
  const list = new BlockList()
  for (const part of text.split(',').map((part) => part.trim())) {
    const [address = '', bits] = part.split('/')
    const version = isIP(address)
    const length = Number(bits ?? (version === 4 ? 32 : 128))
    if (version === 0 || !Number.isInteger(length) || length < 0 || length > (version === 4 ? 32 : 128)) {
      throw new ConfigError(
        `${name} must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8; one is ${JSON.stringify(part)}`,
      )
    }
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
